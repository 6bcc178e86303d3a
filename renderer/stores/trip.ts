import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Plan } from '../../electron/contract/downloads.ts'

/** What 'Prepare a trip' is opened with; the rest of the plan is chosen in the dialog. */
export type TripWish = Partial<Pick<Plan, 'stations' | 'archives' | 'span' | 'refresh'>>

/** The one dialog that plans a download, opened from anywhere. */
export const useTrip = defineStore('trip', () => {
  const wish = shallowRef<TripWish | null>(null)
  const open = (next: TripWish = {}) => (wish.value = next)
  const close = () => (wish.value = null)
  return { wish, open, close }
})
