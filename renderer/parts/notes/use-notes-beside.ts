import { computed, ref } from 'vue'
import type { NoteKind } from '../../../electron/contract/note-words.ts'
import type { TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'
import { useStationNotes } from './use-station-notes.ts'

/** Notes beside the event log: filtered by the log's text and time, and by kinds of their own. */
export function useNotesBeside(stationId: () => number, text: () => string | undefined, range: () => TimeSpan | null) {
  const kinds = ref<NoteKind[]>([])
  const scope = computed(() => ({ text: text(), ...range() }))
  const { rows } = useStationNotes(stationId, () => ({
    ...scope.value,
    kinds: kinds.value.length > 0 ? kinds.value : undefined,
  }))
  const about = { topics: ['notes'] as const, stationId, everyMs: 300 }
  const counts = useQuestion(
    async (signal) => (await client.notes.counts({ stationIds: [stationId()], ...scope.value }, { signal })).kinds,
    { ...about, sources: () => [stationId(), scope.value] },
  )
  /** True where there are any at all: the lane stays while the filter leaves none. */
  const all = useQuestion(async (signal) => (await client.notes.page({ stationIds: [stationId()], limit: 1 }, { signal })).total, {
    ...about,
    sources: stationId,
  })
  return {
    kinds,
    rows: computed(() => rows.value ?? []),
    counts: counts.data,
    any: computed(() => (all.data.value ?? 0) > 0),
  }
}
