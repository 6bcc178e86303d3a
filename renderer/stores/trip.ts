import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Plan } from '../../electron/contract/downloads.ts'
import type { NamedTrip } from '../../electron/contract/named-trips.ts'

/** 'Prepare a trip' is opened with a part of the plan; the rest is chosen in the dialog. */
export type TripWish = Partial<Pick<Plan, 'stations' | 'archives' | 'views' | 'span' | 'refresh'>> & {
  /** A trip that is kept, to be changed. */
  named?: NamedTrip
}

/** The one dialog that plans a download, opened from anywhere. */
export const useTrip = defineStore('trip', () => {
  const wish = shallowRef<TripWish | null>(null)
  const open = (next: TripWish = {}) => (wish.value = next)
  const close = () => (wish.value = null)
  return { wish, open, close }
})
