import { computed } from 'vue'
import type { UnknownVerification, VerificationRow } from '../../../electron/contract/verifications.ts'
import { isOverdue } from '../../../electron/contract/verification-words.ts'
import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'
import { OVERDUE, placeOfMonth, UNKNOWN, type CalendarPlace, type useCalendarFilter } from './calendar-filter.ts'

type About = Omit<UnknownVerification, 'why'>

/** A station in the calendar: with its day, or with the reason why nobody knows it. */
export interface CalendarRow extends About {
  place: CalendarPlace
  dated: VerificationRow | null
  unknown: UnknownVerification | null
}

/** The calendar of all stations, and what of it passes the filter. */
export function useCalendar({ months, consumers }: ReturnType<typeof useCalendarFilter>) {
  const { data, failure, busy, reload } = useQuestion((signal) => client.verifications.calendar({}, { signal }), {
    topics: ['stations', 'settings', 'clocks', 'findings'],
    everyMs: 4000,
  })
  const rows = computed((): CalendarRow[] => {
    const calendar = data.value
    if (!calendar) return []
    const monthOf = (day: string) => placeOfMonth(calendar.months.findLastIndex((first) => first <= day))
    return [
      ...calendar.rows.map((row) => ({
        ...row,
        place: isOverdue(row) ? (OVERDUE as CalendarPlace) : monthOf(row.day),
        dated: row,
        unknown: null,
      })),
      ...calendar.unknown.map((row) => ({ ...row, place: UNKNOWN as CalendarPlace, dated: null, unknown: row })),
    ]
  })
  const ofMonth = ({ place }: CalendarRow) => months.value.length === 0 || months.value.includes(place)
  const ofConsumer = ({ consumerId }: CalendarRow) =>
    consumers.value.length === 0 || (consumerId !== null && consumers.value.includes(consumerId))
  const shown = computed(() => rows.value.filter((row) => ofMonth(row) && ofConsumer(row)))

  /** Stations of each place, as the rest of the filter leaves them. */
  const byPlace = computed(() => {
    const counts = new Map<CalendarPlace, number>()
    for (const row of rows.value) if (ofConsumer(row)) counts.set(row.place, (counts.get(row.place) ?? 0) + 1)
    return counts
  })
  const byConsumer = computed(() => {
    const counts = new Map<number, { id: number; name: string | null; stations: number }>()
    for (const row of rows.value) {
      const { consumerId: id, consumerName: name } = row
      if (id === null || !ofMonth(row)) continue
      counts.set(id, { id, name, stations: (counts.get(id)?.stations ?? 0) + 1 })
    }
    return [...counts.values()].sort((a, b) => b.stations - a.stations)
  })
  return { calendar: data, failure, busy, reload, shown, byPlace, byConsumer }
}
