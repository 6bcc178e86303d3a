import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { StationDevice, StationExchange } from '../../../../electron/contract/stations.ts'
import type { Seam } from '../../../charts/seams.ts'
import { client } from '../../../client.ts'
import { useDeviceWords } from '../../../parts/devices/use-device-words.ts'
import { useQuestion } from '../../../stores/question.ts'

const NONE: readonly StationDevice[] = []
const NO_EXCHANGE: readonly StationExchange[] = []

/** A device of the station, with all of its times there. */
export interface DeviceEntry {
  equipmentId: number
  name: string
  /** From when to when it was there, in days. */
  days: string
}

/**
 * The devices that a station had, and where one follows another.
 * @param ready they are asked for once this is true: the backend answers one after the other, and the records go first
 */
export function useDevices(stationId: () => number, ready: () => boolean = () => true) {
  const { t } = useI18n({ useScope: 'global' })
  const words = useDeviceWords()
  const { data } = useQuestion(async (signal) => (ready() ? client.stations.devices({ id: stationId() }, { signal }) : null), {
    sources: () => [stationId(), ready()],
    stationId,
    topics: ['stations', 'readings'],
    everyMs: 5000,
  })
  const devices = computed(() => data.value?.devices ?? NONE)
  const exchanges = computed(() => data.value?.exchanges ?? NO_EXCHANGE)

  /** Each device once, the newest first. */
  const entries = computed((): DeviceEntry[] => {
    const all = new Map<number, StationDevice[]>()
    for (const stay of devices.value.toReversed()) {
      const { equipmentId } = stay
      if (equipmentId !== null) all.set(equipmentId, [...(all.get(equipmentId) ?? []), stay])
    }
    return [...all].map(([equipmentId, stays]) => ({
      equipmentId,
      name: words.nameOf(stays[0] ?? { equipmentId, equipmentSerialNumber: null }),
      days: stays.toReversed().map(words.daysOf).join(', '),
    }))
  })
  const seams = computed((): Seam[] =>
    devices.value.flatMap((after, at) => {
      const before = devices.value[at - 1]
      // The same device with another telemetry unit continues its archives.
      if (!before || after.sinceMs === null || isSame(before, after)) return []
      const label = t('devices.seam', { before: words.nameOf(before), after: words.nameOf(after) })
      return [{ sinceMs: after.sinceMs, atMs: after.fromMs ?? after.sinceMs, label }]
    }),
  )
  /** The device that an address names, unless the station never had it; null: all of them. */
  const known = (named: number | null) =>
    data.value !== null && !entries.value.some(({ equipmentId }) => equipmentId === named) ? null : named
  return { devices, exchanges, entries, seams, known }
}

/** A serial number that one listing lacked is no other number. */
function isSame(a: StationDevice, b: StationDevice): boolean {
  const [before, after] = [a.equipmentSerialNumber, b.equipmentSerialNumber]
  return a.equipmentId === b.equipmentId && (before === null || after === null || String(before) === String(after))
}
