import { computed } from 'vue'
import { CALENDAR_MONTHS } from '../../../electron/contract/verification-words.ts'
import { ids, listOf, named } from '../../address/fields.ts'
import { useAddressState } from '../../address/use-address-state.ts'

/** What stands beside the months: what is overdue, and what nobody knows. */
export const OVERDUE = 'overdue'
export const UNKNOWN = 'unknown'
/** A place of the calendar: a month from the present one on, or one of the two beside them. */
const PLACES = [OVERDUE, ...Array.from({ length: CALENDAR_MONTHS }, (_, at) => `m${at}` as const), UNKNOWN] as const
export type CalendarPlace = (typeof PLACES)[number]
export const placeOfMonth = (at: number): CalendarPlace => PLACES[at + 1] ?? UNKNOWN

const CALENDAR = { months: named('months', listOf(PLACES)), consumers: ids }

/** Which part of the calendar is shown, kept in the address. */
export function useCalendarFilter() {
  const { parts, says, clear } = useAddressState(CALENDAR)
  return { ...parts, active: computed(() => says('months', 'consumers')), clear: () => clear('months', 'consumers') }
}
