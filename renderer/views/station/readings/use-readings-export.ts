import { useI18n } from 'vue-i18n'
import { stationCalled } from '../../../../electron/contract/called.ts'
import { pictureOf, type Picturable, type PictureFormat, type PictureUse } from '../../../charts/picture.ts'
import { usePrintedPicture } from '../../../charts/print-picture.ts'
import { useChartTheme } from '../../../charts/theme.ts'
import { gasDaysOf } from '../../../../electron/contract/time/gas-day.ts'
import { client } from '../../../client.ts'
import { useArchiveNames } from '../../../stores/words/archives.ts'
import { useFormat } from '../../../stores/words/format.ts'
import { useExports, type ExportFormat } from '../../../stores/exports.ts'
import { useClock } from '../../../stores/clock.ts'
import { daysOf, recordsAsShown, type ShownReadings } from './as-shown.ts'

/** Exports of the readings tab: the records or their sums as a table, the chart as a picture. */
export function useReadingsExport(
  shown: () => ShownReadings | null,
  chart: () => Picturable | null,
): { exportData: (format: ExportFormat, kind: string) => void; usePicture: (use: PictureUse) => void } {
  const { t } = useI18n({ useScope: 'global' })
  const { archiveName, viewName } = useArchiveNames()
  const format = useFormat()
  const clock = useClock()
  const exports_ = useExports()
  const theme = useChartTheme()
  const printed = usePrintedPicture()

  /** @param kind `units` for a file in the units shown, `all` for every record and channel of the archive */
  function exportData(file: ExportFormat, kind: string): void {
    const now = shown()
    const how = exports_.how(file, clock.value.zone, kind === 'units')
    if (kind === 'all' && now) exportWhole(now, how)
    else if (now?.mode === 'day' || now?.mode === 'month') exportSums(now, now.mode, how)
    else if (now) exportRecords(now, how)
  }

  type How = ReturnType<typeof exports_.how>
  function exportRecords(now: ShownReadings, how: How): void {
    void exports_.run(() => client.exports.readings({ ...how, ...recordsAsShown(now) }))
  }

  function exportWhole({ stationId, archiveType, view }: ShownReadings, how: How): void {
    void exports_.run(() => client.exports.readings({ ...how, stationIds: [stationId], archiveTypes: [archiveType], view }))
  }

  function exportSums(now: ShownReadings, by: 'day' | 'month', how: How): void {
    const { stationId, archiveType, view, span, summed } = now
    if (summed === null) return
    void exports_.run(() =>
      client.exports.sums({
        ...how,
        stationId,
        archiveType,
        view,
        channelVarname: summed,
        ...daysOf(now),
        fromMs: span.fromMs,
        toMs: span.toMs,
        by,
        contractHour: clock.value.contractHour,
      }),
    )
  }

  async function picture(now: ShownReadings, drawn: NonNullable<ReturnType<Picturable['picture']>>, file: PictureFormat) {
    const station = await client.stations.get({ id: now.stationId })
    const archive = `${archiveName(now.archiveType, now.archiveTypeName)} · ${viewName(now.view)}`
    const span = t('charts.fromTo', { from: format.dateTime(now.span.fromMs), to: format.dateTime(now.span.toMs) })
    const caption = {
      title: stationCalled(station),
      subtitle: `${archive}   ${span}   ${format.zoneLabel(now.span.fromMs)}`,
    }
    return 'drawn' in drawn
      ? { station, blob: await drawn.drawn(caption, file) }
      : { station, blob: await pictureOf(drawn.option, drawn.size, { ...caption, legend: drawn.legend }, theme.value, file) }
  }

  async function saved(...asked: Parameters<typeof picture>) {
    const [now, , file] = asked
    const { station, blob } = await picture(...asked)
    const days = [...new Set(gasDaysOf(now.span, now.gas))].join('_')
    return client.exports.image({ name: `${stationCalled(station)} ${now.archiveType} ${days}.${file}`, blob })
  }

  async function print(): Promise<null> {
    const now = shown()
    if (!now) return null
    const station = await client.stations.get({ id: now.stationId })
    await printed(async () => {
      const drawn = chart()?.picture()
      return drawn ? (await picture(now, drawn, 'svg')).blob : null
    }, stationCalled(station))
    return null
  }

  /** Heading, span, clock, legend and units stand in the picture, in a file as on paper. */
  function usePicture(use: PictureUse): void {
    if (use === 'print') return void exports_.run(print)
    const now = shown()
    const drawn = chart()?.picture()
    if (now && drawn) void exports_.run(() => saved(now, drawn, use))
  }

  return { exportData, usePicture }
}
