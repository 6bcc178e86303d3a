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

export interface ShownReadings {
  stationId: number
  archiveType: string
  archiveTypeName: string | null
  view: ReadingView
  span: TimeSpan
}

/** Files of what the readings tab shows: the records as a table, the chart as a picture. */
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
    if (!now) return
    void exports_.run(() =>
      client.exports.readings({
        format: file,
        stationIds: [now.stationId],
        archiveTypes: [now.archiveType],
        view: now.view,
        from: dayOf(now.span.fromMs, program.timeZone),
        to: dayOf(now.span.toMs - 1, program.timeZone),
        timeZone: program.timeZone,
        language: program.language,
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
