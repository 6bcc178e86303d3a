import { computed, shallowRef, type ComputedRef } from 'vue'
import type { Clocks } from '../../electron/contract/clocks.ts'
import { clockFor, NO_WISH, type ClockWish, type StationClock } from '../../electron/contract/time/gas-clock.ts'
import type { GasClock } from '../../electron/contract/time/gas-day.ts'
import { askAgain, client } from '../client.ts'
import { clocks as clocksAtStart } from '../speed/first-questions.ts'

/**
 * The time zones and contract hours that the open book and its stations say, and the clocks that follow from them. A part
 * of the program's store, because every time on screen is written by one of them.
 * @param usual the clock of the preferences
 */
export function bookClocks(usual: ComputedRef<GasClock>) {
  const said = shallowRef<Clocks>({ book: NO_WISH, stations: [] })
  const ownOf = computed(() => {
    const own = new Map<number, ClockWish>()
    for (const { ids, timeZone, contractHour } of said.value.stations) for (const id of ids) own.set(id, { timeZone, contractHour })
    return own
  })

  return {
    /** Zone and contract hour that are set for the book. */
    bookWish: computed(() => said.value.book),
    /** Zone and contract hour that are set for a station. */
    wishOf: (stationId: number): ClockWish => ownOf.value.get(stationId) ?? NO_WISH,
    /** The clock of a station; of what shows many stations, that of the book (null). */
    clockOf: (stationId: number | null): StationClock =>
      clockFor(stationId === null ? NO_WISH : (ownOf.value.get(stationId) ?? NO_WISH), said.value.book, usual.value),
    async load(): Promise<void> {
      said.value = await askAgain(() => clocksAtStart.ask())
    },
    async setOfBook(wish: ClockWish): Promise<void> {
      said.value = await client.clocks.setBook(wish)
    },
    async setOfStations(stationIds: readonly number[], wish: ClockWish): Promise<void> {
      said.value = await client.clocks.setStations({ stationIds: [...stationIds], ...wish })
    },
  }
}
