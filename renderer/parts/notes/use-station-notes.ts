import type { ShallowRef } from 'vue'
import type { NoteKind } from '../../../electron/contract/note-words.ts'
import type { NoteRow } from '../../../electron/contract/notes.ts'
import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'

/** So many notes are shown beside an axis: somebody who has written more looks them up in the list. */
const MOST_MARKS = 1000

interface Filter {
  text?: string | undefined
  kinds?: NoteKind[] | undefined
  fromMs?: number
  toMs?: number
}

/** The station's notes about a time, as the filter has them; they follow what is written. */
export function useStationNotes(
  stationId: () => number,
  filter: () => Filter = () => ({}),
): { rows: ShallowRef<readonly NoteRow[] | null> } {
  const { data } = useQuestion(
    async (signal): Promise<readonly NoteRow[]> => {
      // Notes of a station as a whole have no place beside an axis, and a time leaves them out.
      const ever = { fromMs: Number.MIN_SAFE_INTEGER, limit: MOST_MARKS }
      const input = { stationIds: [stationId()], ...ever, ...filter() }
      return (await client.notes.page(input, { signal })).rows
    },
    { sources: () => [stationId(), filter()], topics: ['notes'], stationId, everyMs: 300 },
  )
  return { rows: data }
}
