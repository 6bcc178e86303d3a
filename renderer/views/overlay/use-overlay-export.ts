import type { GasClock } from '../../../electron/contract/time/gas-day.ts'
import { pictureOf, type DrawnChart, type Picturable, type PictureFormat } from '../../charts/picture.ts'
import { useChartTheme } from '../../charts/theme.ts'
import { client } from '../../client.ts'
import { useExports, type ExportFormat } from '../../stores/exports.ts'
import type { OverlayPlace } from './place.ts'
import { questionOf, type OverlayData } from './use-lines.ts'

interface ShownOverlay {
  place: OverlayPlace
  data: OverlayData
  gas: GasClock
}

/** Files of an overlay: the lines that are shown as a table, the chart as a picture. */
export function useOverlayExport(
  shown: () => ShownOverlay | null,
  chart: () => Picturable | null,
  caption: () => { title: string; subtitle: string },
): { exportData: (format: ExportFormat, kind: string) => void; savePicture: (format: PictureFormat) => void } {
  const exports_ = useExports()
  const theme = useChartTheme()

  /** @param kind `units` for a file in the units shown */
  function exportData(file: ExportFormat, kind: string): void {
    const now = shown()
    if (!now) return
    const { place, data, gas } = now
    const { timeZone: _, ...question } = questionOf(place, gas)
    void exports_.run(() =>
      client.exports.overlay({
        ...exports_.how(file, gas.zone, kind === 'units'),
        ...question,
        from: data.from,
        to: data.to,
        measure: place.measure,
        hidden: [...place.hidden],
        differences: place.differences,
      }),
    )
  }

  async function picture({ data }: ShownOverlay, drawn: DrawnChart, file: PictureFormat) {
    const { title, subtitle } = caption()
    const blob = await pictureOf(drawn.option, drawn.size, { title, subtitle, legend: drawn.legend }, theme.value, file)
    return client.exports.image({ name: `${title} ${data.from}_${data.to}.${file}`, blob })
  }

  function savePicture(file: PictureFormat): void {
    const now = shown()
    const drawn = chart()?.picture()
    if (now && drawn && 'option' in drawn) void exports_.run(() => picture(now, drawn, file))
  }
  return { exportData, savePicture }
}
