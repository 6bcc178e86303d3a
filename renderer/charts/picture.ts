import { init, use, type ChartOption } from './echarts.ts'
import type { BoxSize } from './plot.ts'
import type { ChartTheme } from './theme.ts'

export type PictureFormat = 'png' | 'svg'

/** A picture goes to a file or to paper. */
export type PictureUse = PictureFormat | 'print'

/** A chart on screen that can also be drawn into a file. */
export interface Picturable {
  picture: () => DrawnChart | OwnPicture | null
}

/** A chart of ECharts as it is on screen. */
export interface DrawnChart {
  option: ChartOption
  size: BoxSize
  /** From series name to the name people know. */
  legend: Readonly<Record<string, string>>
}

/** A picture that is no chart of ECharts and draws itself, caption and legend included. */
interface OwnPicture {
  drawn: (caption: Pick<PictureCaption, 'title' | 'subtitle'>, format: PictureFormat) => Promise<Blob>
}

/** The lines above the chart in a picture: its subject and a legend. */
export interface PictureCaption {
  title: string
  subtitle: string
  /** From series name (channel code) to the name people know. */
  legend: Readonly<Record<string, string>>
}

const CAPTION_HEIGHT = 46
const SHARPNESS = 2

/**
 * Draws the chart off screen with a caption above it and returns the file's bytes. `option` is laid out for `size` and is
 * moved down by the caption's height. PNG has twice the resolution; SVG keeps text as text.
 */
export async function pictureOf(
  option: ChartOption,
  size: BoxSize,
  caption: PictureCaption,
  theme: ChartTheme,
  format: PictureFormat,
): Promise<Blob> {
  const whole = { width: size.width, height: size.height + CAPTION_HEIGHT }
  const drawn = withCaption(option, caption, theme)
  return format === 'svg' ? drawSvg(drawn, whole) : drawPng(drawn, whole)
}

async function drawSvg(option: ChartOption, size: BoxSize): Promise<Blob> {
  const { SVGRenderer } = await import('echarts/renderers')
  use([SVGRenderer])
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption(option)
    return new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' })
  } finally {
    chart.dispose()
  }
}

async function drawPng(option: ChartOption, size: BoxSize): Promise<Blob> {
  const box = document.createElement('div')
  const chart = init(box, null, { renderer: 'canvas', devicePixelRatio: SHARPNESS, ...size })
  try {
    chart.setOption(option)
    const canvas = chart.renderToCanvas({ pixelRatio: SHARPNESS })
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))), 'image/png'),
    )
  } finally {
    chart.dispose()
  }
}

function withCaption(option: ChartOption, caption: PictureCaption, theme: ChartTheme): ChartOption {
  const grids = lowered(option['grid'])
  return {
    ...option,
    backgroundColor: theme.surface,
    grid: grids,
    title: [
      {
        text: caption.title,
        subtext: caption.subtitle,
        left: 14,
        top: 8,
        itemGap: 10,
        textStyle: { color: theme.text, fontSize: 14, fontFamily: theme.font },
        subtextStyle: { color: theme.muted, fontFamily: theme.font },
      },
      ...lowered(option['title']),
    ],
    legend: {
      show: true,
      data: Object.keys(caption.legend),
      formatter: (code: string) => caption.legend[code] ?? code,
      right: 14,
      top: 10,
      icon: 'roundRect',
      itemWidth: 12,
      itemHeight: 8,
      textStyle: { color: theme.text, fontFamily: theme.font },
    },
  }
}

/** Parts of an option, moved down by the caption's height. */
const lowered = (parts: unknown): { top: number }[] =>
  ((parts ?? []) as { top: number }[]).map((part) => ({ ...part, top: part.top + CAPTION_HEIGHT }))
