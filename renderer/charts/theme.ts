import { computed, type ComputedRef } from 'vue'
import { EVENT_ARCHIVES } from '../../electron/contract/records.ts'
import { useProgram } from '../stores/program.ts'

/** What a chart takes from the style sheet (styles/tokens.css): plain colours and a font, for a canvas cannot read custom properties. */
export interface ChartTheme {
  dark: boolean
  text: string
  muted: string
  line: string
  grid: string
  surface: string
  accent: string
  warn: string
  font: string
  /** Colours of the event archives by code. */
  archives: Readonly<Record<string, string>>
}

/** The style sheet's colours as they are now. */
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
    font: value('font'),
    archives: Object.fromEntries(EVENT_ARCHIVES.map((code) => [code, value(`archive-${code}`)])),
  }
}

/** The style sheet's colours now, read again when the theme changes. */
export function useChartTheme(): ComputedRef<ChartTheme> {
  const program = useProgram()
  // The store toggles the class on the document when `dark` changes; reading a style after that gives the new theme.
  return computed(() => {
    document.documentElement.classList.toggle('dark', program.dark)
    return readTheme(program.dark)
  })
}
