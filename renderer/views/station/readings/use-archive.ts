import { computed, ref, watch } from 'vue'
import { READING_VIEWS } from '../../../../electron/contract/records.ts'
import { ofDevice } from '../devices/of-device.ts'
import { useDevices } from '../devices/use-devices.ts'
import { seriesKey } from './archive-key.ts'
import { firstChoice, useArchives, type StationArchive } from './archives.ts'
import type { Place } from '../../../places/readings.ts'
import { useSeries } from './use-series.ts'

/** The device and the archive that the address names, else all devices and the first that has records, with its series once that is there. */
export function useArchive(stationId: () => number, place: () => Place) {
  const settled = ref(false)
  const devices = useDevices(stationId, () => settled.value)
  const device = computed(() => devices.known(place().device))
  const whose = () => ({ stationId: stationId(), ...ofDevice(device.value) })
  const archives = useArchives(whose, () => settled.value)
  const archive = computed<StationArchive | null>(() => {
    const list = archives.list.value ?? []
    const { archive: type, view } = place()
    const named = list.find((entry) => entry.archiveType === type && (view === null || entry.view === view))
    return named ?? firstChoice(list)
  })
  /** When the address names the archive, its records are asked for before the list of archives has come. */
  const asked = computed(() => {
    const now = archive.value
    if (now) return now.records > 0 ? { ...whose(), archiveType: now.archiveType, view: now.view } : null
    const view = READING_VIEWS.find((name) => name === place().view)
    const { archive: type } = place()
    return type && view ? { ...whose(), archiveType: type, view } : null
  })
  const { data, ...question } = useSeries(
    () => asked.value,
    () => devices.seams.value,
  )
  const series = computed(() => {
    const key = archive.value && seriesKey(whose(), archive.value)
    return data.value?.key === key ? data.value : null
  })
  watch(
    () => series.value !== null || archive.value?.records === 0 || archives.list.value?.length === 0 || question.failure.value !== null,
    (now) => (settled.value ||= now),
  )
  return { archives, archive, series, devices, device, ...question }
}
