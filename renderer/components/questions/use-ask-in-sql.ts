import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { toFailure } from '../../client.ts'
import { sayFailure } from '../../stores/works.ts'
import type { TableQuestion } from './table-question.ts'

/** Opens the question that a table stands for; what keeps it from opening is said. */
export function useAskInSql(): (question: TableQuestion) => Promise<void> {
  const { t } = useI18n({ useScope: 'global' })
  const router = useRouter()
  return async (question) => {
    try {
      const { askInSql } = await import('./ask-in-sql.ts')
      await askInSql(question, t, router)
    } catch (error) {
      sayFailure(toFailure(error))
    }
  }
}
