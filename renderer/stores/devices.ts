import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** The dialog that says which device was at a station: opened from its card, its passport and the palette. */
export const useDeviceDialog = defineStore('devices', () => {
  /** `equipmentId`: the device that it begins with; null: to be chosen. Null in all: the dialog is closed. */
  const wish = shallowRef<{ stationId: number; equipmentId: number | null } | null>(null)
  return {
    wish,
    open: (stationId: number, equipmentId: number | null = null) => (wish.value = { stationId, equipmentId }),
    close: () => (wish.value = null),
  }
})
