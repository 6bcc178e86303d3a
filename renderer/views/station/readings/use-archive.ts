import { computed, ref, watch } from 'vue'
import { READING_VIEWS } from '../../../../electron/contract/records.ts'
import { keyOf } from './archive-key.ts'
import { firstChoice, useArchives, type StationArchive } from './archives.ts'
import type { Place } from '../../../places/readings.ts'
import { useSeries } from './use-series.ts'

/** The archive that the address names, else the first that has records, with its series once that is there. */
export function useArchive(stationId: () => number, place: () => Place) {
  const settled = ref(false)
  const archives = useArchives(stationId, () => settled.value)
  const archive = computed<StationArchive | null>(() => {
    const list = archives.list.value ?? []
    const { archive: type, view } = place()
    const named = list.find((entry) => entry.archiveType === type && (view === null || entry.view === view))
    return named ?? firstChoice(list)
  })
  /** When the address names the archive, its records are asked for before the list of archives has come. */
  const asked = computed(() => {
    const id = stationId()
    const now = archive.value
    if (now) return now.records > 0 ? { stationId: id, archiveType: now.archiveType, view: now.view } : null
    const view = READING_VIEWS.find((name) => name === place().view)
    const { archive: type } = place()
    return type && view ? { stationId: id, archiveType: type, view } : null
  })
  const { data, ...question } = useSeries(() => asked.value)
  const series = computed(() => {
    const key = archive.value && `${stationId()}|${keyOf(archive.value)}`
    return data.value?.key === key ? data.value : null
  })
  watch(
    () => series.value !== null || archive.value?.records === 0 || question.failure.value !== null,
    (now) => (settled.value ||= now),
  )
  return { archives, archive, series, ...question }
}
