import type { Router } from 'vue-router'
import { MOST_SQL } from '../../../electron/contract/question-words.ts'
import { questionAt } from '../../places/questions.ts'
import { useNotices } from '../../stores/notices.ts'
import { askAtOnce } from './ask-at-once.ts'
import type { TableQuestion } from './table-question.ts'

type Say = (key: string, named: Record<string, unknown>) => string

/**
 * Opens the question that a table stands for and asks it; comments above it say whose it is, and what of the table it leaves out. One
 * that is too long for a question (a table narrowed to thousands of stations names each) is not opened, and that is said.
 */
export async function askInSql({ name, ask }: TableQuestion, t: Say, router: Router): Promise<void> {
  const { sql, unsaid } = await ask()
  const comments = [t('questions.asked', { name }), ...unsaid.map((word) => t(`questions.unsaid.${word}`, {}))]
  const text = `${comments.map((line) => `-- ${line}`).join('\n')}\n${sql}`
  if (text.length > MOST_SQL) return useNotices().add({ kind: 'done', key: 'questions.tooLong', named: { name }, warns: true })
  await router.push({ ...questionAt({ sql: text }), state: askAtOnce })
}
