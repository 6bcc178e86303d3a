import { BROUGHT_FIGURES } from '../contract/digest-words.ts'
import type { Brought, Progress } from '../contract/downloads.ts'
import type { Language } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'

/** A notification of the operating system. */
export interface Notice {
  title: string
  body: string
}

/**
 * What the operating system says when a download has ended, in the user's language: what it brought, or where that cannot be told
 * (null) how much was fetched.
 */
export function noticeOf({ records, tasks }: Progress, brought: Brought | null, language: Language): Notice {
  const words = wordsOf(language).notice
  const count = (value: number) => value.toLocaleString(language)
  const figures = brought
    ? [
        words.added(count(brought.records)),
        ...BROUGHT_FIGURES.flatMap((name) => (brought[name] > 0 ? [words.brought[name](count(brought[name]))] : [])),
      ]
    : [words.records(count(records))]
  const lines = [figures.join(', '), ...(tasks.failed > 0 ? [words.failed(count(tasks.failed))] : [])]
  return { title: tasks.failed > 0 ? words.missing : words.done, body: lines.join('. ') }
}
