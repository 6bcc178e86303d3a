import { computed, shallowRef, watch } from 'vue'
import { calledBy } from '../../../electron/contract/called.ts'
import type { TripStop } from '../../../electron/contract/trip.ts'
import { MOST_STOPS } from '../../../electron/contract/trip-words.ts'
import { client, toFailure } from '../../client.ts'
import { useBook } from '../../stores/book.ts'
import { useNotices } from '../../stores/notices.ts'
import { useQuestion } from '../../stores/question.ts'
import { useFormat } from '../../stores/words/format.ts'

/** Ranked visits come before stations that need none. */
const rankOf = ({ visit }: TripStop): number => visit?.rank ?? Infinity

/** The trip in its own order: read, moved, added to, ended. What is done here is shown at once; the book has it a moment later. */
export function useTripOrder() {
  const format = useFormat()
  const book = useBook()
  const notices = useNotices()
  const stops = shallowRef<readonly TripStop[]>([])
  /** Orders that the book has not yet answered: an answer that was asked before is older than what is shown. */
  let unsaid = 0

  const { data, failure, reload } = useQuestion((signal) => client.trip.list(undefined, { signal }), {
    topics: ['trip', 'stations', 'findings', 'notes'],
    everyMs: 300,
  })
  watch(data, (now) => {
    if (now && unsaid === 0) stops.value = now
  })
  /** False until the book has answered. */
  const known = computed(() => data.value !== null)
  const ids = computed(() => stops.value.map(({ stationId }) => stationId))

  /** True once the book has it; a failure is told. */
  async function say(stationIds: readonly number[]): Promise<boolean> {
    unsaid++
    try {
      await client.trip.say({ stationIds: [...stationIds] })
      return true
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
      return false
    } finally {
      unsaid--
      if (unsaid === 0) await reload()
    }
  }
  function show(next: readonly TripStop[]): Promise<boolean> {
    stops.value = next.map((stop, at) => ({ ...stop, place: at + 1 }))
    return say(ids.value)
  }
  /** Tells what was done, with the way back. */
  async function changed(next: readonly TripStop[], key: string, named: Record<string, string> = {}): Promise<void> {
    const before = ids.value
    if (await show(next)) notices.add({ kind: 'done', key, named, undo: () => void say(before) })
  }

  return {
    stops,
    known,
    ids,
    failure,
    reload,
    /** Moves a stop so that it comes before the one that is now at `to`; the number of stops: to the end. */
    move(from: number, to: number): void {
      const stop = stops.value[from]
      if (!stop || book.readOnly || to < 0 || to > stops.value.length || to === from || to === from + 1) return
      const rest = stops.value.toSpliced(from, 1)
      void show(rest.toSpliced(to > from ? to - 1 : to, 0, stop))
    },
    /** Puts stations at the end. */
    async add(stationIds: readonly number[]): Promise<void> {
      if (book.readOnly) return
      const news = stationIds.filter((id) => !ids.value.includes(id))
      if (news.length === 0) return notices.add({ kind: 'done', key: 'fleet.trip.there' })
      if (ids.value.length + news.length > MOST_STOPS)
        return notices.add({ kind: 'done', key: 'fleet.trip.full', named: { n: format.number(MOST_STOPS) } })
      const before = ids.value
      if (await say([...before, ...news]))
        notices.add({ kind: 'done', key: 'fleet.trip.added', named: { n: format.number(news.length) }, undo: () => void say(before) })
    },
    takeOut({ stationId, stationName }: TripStop): void {
      if (book.readOnly) return
      const rest = stops.value.filter((stop) => stop.stationId !== stationId)
      void changed(rest, 'fleet.trip.taken', { station: calledBy(stationName, stationId) })
    },
    byRank: () =>
      void changed(
        [...stops.value].sort((a, b) => rankOf(a) - rankOf(b) || a.place - b.place),
        'fleet.trip.ordered',
      ),
    clear: () => void changed([], 'fleet.trip.cleared'),
  }
}
export type TripOrder = ReturnType<typeof useTripOrder>
