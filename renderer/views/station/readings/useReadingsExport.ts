import { useI18n } from 'vue-i18n'
import type { ReadingView } from '../../../../electron/contract/records.ts'
import { pictureOf, type Picturable, type PictureFormat } from '../../../charts/picture.ts'
import { useChartTheme } from '../../../charts/theme.ts'
import type { TimeSpan } from '../../../charts/viewport.ts'
import { dayOf } from '../../../charts/zone.ts'
import { client } from '../../../client.ts'
import { useArchiveNames } from '../../../i18n/archives.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useExports, type ExportFormat } from '../../../stores/exports.ts'
import { useProgram } from '../../../stores/program.ts'
import type { ReadingsMode } from './place.ts'

export interface ShownReadings {
  stationId: number
  archiveType: string
  archiveTypeName: string | null
  view: ReadingView
  span: TimeSpan
  mode: ReadingsMode
  /** Codes of the channels that are shown, in their order. */
  channels: readonly string[]
  /** Code of the channel that is summed; null where none can be. */
  summed: string | null
}

/** Files of what the readings tab shows: the records or their sums as a table, the chart as a picture. */
export function useReadingsExport(
  shown: () => ShownReadings | null,
  chart: () => Picturable | null,
): { exportData: (format: ExportFormat) => void; savePicture: (format: PictureFormat) => void } {
  const { t } = useI18n({ useScope: 'global' })
  const { archiveName, viewName } = useArchiveNames()
  const format = useFormat()
  const program = useProgram()
  const exports_ = useExports()
  const theme = useChartTheme()

  function exportData(file: ExportFormat): void {
    const now = shown()
    if (now?.mode === 'day' || now?.mode === 'month') exportSums(now, now.mode, file)
    else if (now) exportRecords(now, file)
  }

  function exportRecords({ stationId, archiveType, view, span, channels }: ShownReadings, file: ExportFormat): void {
    const how = exports_.how(file)
    // What people see is what they get; a program gets every channel.
    const wished = how.reader === 'people' && channels.length > 0 ? { channels: [...channels] } : {}
    void exports_.run(() =>
      client.exports.readings({
        ...how,
        ...wished,
        stationIds: [stationId],
        archiveTypes: [archiveType],
        view,
        fromMs: span.fromMs,
        toMs: span.toMs,
      }),
    )
  }

  function exportSums(
    { stationId, archiveType, view, span, summed }: ShownReadings,
    by: 'day' | 'month',
    file: ExportFormat,
  ): void {
    if (summed === null) return
    void exports_.run(() =>
      client.exports.sums({
        ...exports_.how(file),
        stationId,
        archiveType,
        view,
        channelVarname: summed,
        fromMs: span.fromMs,
        toMs: span.toMs,
        by,
        contractHour: program.preferences.contractHour,
      }),
    )
  }

  async function picture(
    now: ShownReadings,
    drawn: NonNullable<ReturnType<Picturable['picture']>>,
    file: PictureFormat,
  ) {
    const station = await client.stations.get({ id: now.stationId })
    const archive = `${archiveName(now.archiveType, now.archiveTypeName)} · ${viewName(now.view)}`
    const span = t('charts.fromTo', { from: format.dateTime(now.span.fromMs), to: format.dateTime(now.span.toMs) })
    const caption = {
      title: station.name,
      subtitle: `${archive}   ${span}   ${format.zoneLabel(now.span.fromMs)}`,
      legend: drawn.legend,
    }
    const blob = await pictureOf(drawn.option, drawn.size, caption, theme.value, file)
    const days = `${dayOf(now.span.fromMs, program.timeZone)}_${dayOf(now.span.toMs - 1, program.timeZone)}`
    return client.exports.image({ name: `${station.name} ${now.archiveType} ${days}.${file}`, blob })
  }

  function savePicture(file: PictureFormat): void {
    const now = shown()
    const drawn = chart()?.picture()
    if (now && drawn) void exports_.run(() => picture(now, drawn, file))
  }

  return { exportData, savePicture }
}
