import { useRouter } from 'vue-router'
import { useSerials } from '../../stores/serials.ts'

/** A serial number has a digit, and is not longer than what is searched. */
export const mayBeSerial = (text: string): boolean => /\d/u.test(text) && text.length <= 200

/** Opens the station that has or had a device of a whole serial number; of several the palette offers a choice. */
export function useSerialNumber() {
  const router = useRouter()
  const serials = useSerials()
  /** Throws what the program answers with. */
  return async (serial: string): Promise<'one' | 'several' | 'none'> => {
    const stations = await serials.find(serial)
    const [only] = stations
    if (!only) return 'none'
    if (stations.length > 1) {
      serials.offer(serial.trim(), stations)
      return 'several'
    }
    await router.push({ name: 'station', params: { id: only.id } })
    return 'one'
  }
}
