import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { EVENT_ARCHIVES, type EventArchive } from '../../../../../electron/contract/records.ts'
import type { LaneMark } from '../../../../charts/lanes.ts'
import { client } from '../../../../client.ts'
import { useFormat } from '../../../../stores/words/format.ts'

type Messages = Awaited<ReturnType<typeof client.events.codes>>
const SETTLE_MS = 60

function archivesOf({ about }: LaneMark): EventArchive[] {
  if (about.kind === 'count') return [...about.archiveTypes]
  if (about.kind === 'finding' || about.kind === 'valve') return []
  return EVENT_ARCHIVES.filter((archiveType) => archiveType === about.event.archiveType)
}

/** The messages that a mark of several events stands for, the most frequent first; none for a single event. */
export function useCountedEvents(stationId: () => number, mark: () => LaneMark): ComputedRef<{ text: string; events: number }[]> {
  const format = useFormat()
  const found = shallowRef<Messages>([])
  let flight = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(now: LaneMark): Promise<void> {
    const { signal } = (flight = new AbortController())
    const { about, fromMs, untilMs } = now
    // The end of a bar is the beginning of the next one.
    const toMs = about.kind === 'count' ? untilMs - 1 : untilMs
    const asked = { stationIds: [stationId()], archiveTypes: archivesOf(now), fromMs, toMs }
    try {
      const messages = await client.events.codes(asked, { signal })
      found.value = messages.toSorted((a, b) => b.events - a.events)
    } catch {
      // The card says how many there are; the log, a click away, says what is wrong.
      if (!signal.aborted) found.value = []
    }
  }
  watch(
    mark,
    (now) => {
      flight.abort()
      clearTimeout(timer)
      found.value = []
      const isCounted = now.about.kind === 'count' || (now.about.kind === 'event' && now.count > 1)
      if (isCounted) timer = setTimeout(() => void load(now), SETTLE_MS)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    flight.abort()
    clearTimeout(timer)
  })
  return computed(() =>
    found.value.map(({ description, messageName, code, events }) => ({
      text: description ?? messageName ?? format.verbatim(code),
      events,
    })),
  )
}
