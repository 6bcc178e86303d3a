import { watch } from 'vue'
import type { Brought } from '../../electron/contract/downloads.ts'
import { client } from '../client.ts'
import { useDownloads } from './downloads.ts'
import { useQuestion, type Question } from './question.ts'

/** What downloads brought, by run; it follows what is judged after the last record came. */
export function useBrought(runIds: () => readonly number[]): Question<ReadonlyMap<number, Brought>> {
  const downloads = useDownloads()
  const question = useQuestion(
    async (signal) => {
      const ids = runIds()
      const all = ids.length === 0 ? [] : await client.downloads.brought({ runIds: [...ids] }, { signal })
      return new Map(all.map((one) => [one.runId, one]))
    },
    { sources: () => [...runIds()], topics: ['findings', 'settings', 'readings', 'stations'], everyMs: 2000 },
  )
  watch(
    () => downloads.progress?.state,
    () => void question.reload(),
  )
  return question
}
