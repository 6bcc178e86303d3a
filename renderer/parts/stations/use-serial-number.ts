import { useRouter } from 'vue-router'
import { useNotices } from '../../stores/notices.ts'
import { useSerials } from '../../stores/serials.ts'
import { useFormat } from '../../stores/words/format.ts'

/** A serial number has a digit, and is not longer than what is searched. */
export const mayBeSerial = (text: string): boolean => /\d/u.test(text) && text.length <= 200

/**
 * Opens the station that has or had a device of a whole serial number, and says of one that it had that it is gone, and when; of several
 * the palette offers a choice.
 */
export function useSerialNumber() {
  const router = useRouter()
  const serials = useSerials()
  const notices = useNotices()
  const format = useFormat()
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
    const { formerly, untilMs } = only
    if (formerly)
      notices.add({
        kind: 'done',
        key: untilMs === null ? 'palette.formerDevice' : 'palette.formerDeviceUntil',
        named: { serial: only.serial, time: untilMs === null ? '' : format.dateTime(untilMs) },
      })
    return 'one'
  }
}
