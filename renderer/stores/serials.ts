import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { client } from '../client.ts'

type StationOfSerial = Awaited<ReturnType<typeof client.stations.bySerial>>[number]

/** Stations by a whole serial number; where several have or had it, the palette offers them. */
export const useSerials = defineStore('serials', () => {
  const choice = shallowRef<{ serial: string; stations: readonly StationOfSerial[] } | null>(null)
  return {
    choice,
    find: (serial: string) => client.stations.bySerial({ serial: serial.trim() }),
    offer: (serial: string, stations: readonly StationOfSerial[]) => (choice.value = { serial, stations }),
    close: () => (choice.value = null),
  }
})
