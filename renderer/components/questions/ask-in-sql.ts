import type { Router } from 'vue-router'
import { questionAt } from '../../places/questions.ts'
import { askAtOnce } from './ask-at-once.ts'
import type { TableQuestion } from './table-question.ts'

type Say = (key: string, named: Record<string, unknown>) => string

/** Opens the question that a table stands for and asks it; comments above it say whose it is, and what of the table it leaves out. */
export async function askInSql({ name, ask }: TableQuestion, t: Say, router: Router): Promise<void> {
  const { sql, unsaid } = await ask()
  const comments = [t('questions.asked', { name }), ...unsaid.map((word) => t(`questions.unsaid.${word}`, {}))]
  await router.push({ ...questionAt({ sql: `${comments.map((line) => `-- ${line}`).join('\n')}\n${sql}` }), state: askAtOnce })
}
