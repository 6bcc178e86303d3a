import { watch } from 'vue'
import type { Brought } from '../../electron/contract/downloads.ts'
import { client } from '../client.ts'
import { useBook } from './book.ts'
import { useDownloads } from './downloads.ts'
import { useQuestion, type Question } from './question.ts'

/** What an older run brought changes no more: news count for the newest, and late ones of the judging for the one before. */
const STILL_CHANGING = 2

/** What downloads brought, by run; it follows what is judged after the last record came. */
export function useBrought(runIds: () => readonly number[]): Question<ReadonlyMap<number, Brought>> {
  const book = useBook()
  const downloads = useDownloads()
  let known: { file: string | null; runs: ReadonlyMap<number, Brought> } = { file: null, runs: new Map() }
  const question = useQuestion(
    async (signal) => {
      const file = book.summary?.file ?? null
      const before = file === known.file ? known.runs : new Map<number, Brought>()
      const ids = runIds().toSorted((one, other) => other - one)
      const asked = ids.filter((id, place) => place < STILL_CHANGING || !before.has(id))
      const answered = asked.length === 0 ? [] : await client.downloads.brought({ runIds: asked }, { signal })
      const runs = new Map([...before, ...answered.map((one) => [one.runId, one] as const)])
      known = { file, runs }
      return runs
    },
    { sources: () => [...runIds()], topics: ['findings', 'settings', 'readings', 'stations'], everyMs: 2000 },
  )
  watch(
    () => downloads.progress?.state,
    () => void question.reload(),
  )
  return question
}
