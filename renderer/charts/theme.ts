import { computed, type ComputedRef } from 'vue'
import { EVENT_ARCHIVES } from '../../electron/contract/records.ts'
import { useProgram } from '../stores/program.ts'

/** Colours and font of the style sheet (styles/tokens.css) as plain values: a canvas cannot read custom properties. */
export interface ChartTheme {
  dark: boolean
  text: string
  muted: string
  line: string
  grid: string
  surface: string
  accent: string
  warn: string
  bad: string
  faint: string
  font: string
  /** Colours of the event archives by code. */
  archives: Readonly<Record<string, string>>
}

/** Reads the style sheet's present colours. */
export function readTheme(dark: boolean): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const value = (name: string) => style.getPropertyValue(`--mb-${name}`).trim()
  return {
    dark,
    text: value('text'),
    muted: value('muted'),
    line: value('control'),
    grid: value('border'),
    surface: value('surface'),
    accent: value('accent'),
    warn: value('warn'),
    bad: value('bad'),
    faint: value('faint'),
    // ECharts writes it into an attribute of an SVG as it is: a double quote would end the attribute.
    font: value('font').replaceAll('"', "'"),
    archives: Object.fromEntries(EVENT_ARCHIVES.map((code) => [code, value(`archive-${code}`)])),
  }
}

/** The style sheet's colours, read again when the theme changes. */
export function useChartTheme(): ComputedRef<ChartTheme> {
  const program = useProgram()
  // The store sets this class in a watcher, which may run later than this: the new theme's styles need it now.
  return computed(() => {
    document.documentElement.classList.toggle('dark', program.dark)
    return readTheme(program.dark)
  })
}
