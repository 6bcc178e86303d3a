import type { Progress } from '../contract/downloads.ts'
import type { Language } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'

/** A notification of the operating system. */
export interface Notice {
  title: string
  body: string
}

/** What the operating system says when a download has ended, in the user's language. */
export function noticeOf({ records, tasks }: Progress, language: Language): Notice {
  const words = wordsOf(language).notice
  const count = (value: number) => value.toLocaleString(language)
  const lines = [words.records(count(records)), ...(tasks.failed > 0 ? [words.failed(count(tasks.failed))] : [])]
  return { title: tasks.failed > 0 ? words.missing : words.done, body: lines.join('. ') }
}
