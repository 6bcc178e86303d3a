import type { GasClock } from '../../../electron/contract/time/gas-day.ts'
import { pictureOf, type DrawnChart, type Picturable, type PictureFormat, type PictureUse } from '../../charts/picture.ts'
import { usePrintedPicture } from '../../charts/print-picture.ts'
import { useChartTheme } from '../../charts/theme.ts'
import { client } from '../../client.ts'
import { useExports, type ExportFormat } from '../../stores/exports.ts'
import type { OverlayPlace } from '../../places/overlay.ts'
import { questionOf, type OverlayData } from '../../parts/overlay/use-lines.ts'

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
): { exportData: (format: ExportFormat, kind: string) => void; usePicture: (use: PictureUse) => void } {
  const exports_ = useExports()
  const theme = useChartTheme()
  const printed = usePrintedPicture()

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

  function picture(drawn: DrawnChart, file: PictureFormat): Promise<Blob> {
    return pictureOf(drawn.option, drawn.size, { ...caption(), legend: drawn.legend }, theme.value, file)
  }
  async function saved({ data }: ShownOverlay, drawn: DrawnChart, file: PictureFormat) {
    const blob = await picture(drawn, file)
    return client.exports.image({ name: `${caption().title} ${data.from}_${data.to}.${file}`, blob })
  }
  const drawnNow = (): DrawnChart | null => {
    const drawn = chart()?.picture()
    return drawn && 'option' in drawn ? drawn : null
  }
  async function print(): Promise<null> {
    await printed(async () => {
      const drawn = drawnNow()
      return drawn && picture(drawn, 'svg')
    }, caption().title)
    return null
  }

  /** Heading, span, clock, legend and units stand in the picture, in a file as on paper. */
  function usePicture(use: PictureUse): void {
    if (use === 'print') return void exports_.run(print)
    const now = shown()
    const drawn = drawnNow()
    if (now && drawn) void exports_.run(() => saved(now, drawn, use))
  }
  return { exportData, usePicture }
}
