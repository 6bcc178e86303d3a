import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

/** The two dialogs of books that change hands, opened from anywhere. */
export const useSharing = defineStore('sharing', () => {
  /** The stations to share; 'all': the whole book; null: the dialog is closed. */
  const shared = shallowRef<readonly number[] | 'all' | null>(null)
  const merging = ref(false)
  return {
    shared,
    merging,
    share: (stations: readonly number[] | 'all') => (shared.value = stations),
    merge: () => (merging.value = true),
  }
})
