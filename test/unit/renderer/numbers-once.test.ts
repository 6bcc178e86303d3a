import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import { createSSRApp, h, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import type { ChannelInfo } from '../../../electron/contract/readings.ts'
import { AS_SENT } from '../../../electron/contract/shown-units.ts'
import type { Language } from '../../../electron/words/index.ts'
import type { PaneLayout } from '../../../renderer/charts/panes/layout.ts'
import { i18n } from '../../../renderer/i18n/index.ts'
import { useCarpetWords } from '../../../renderer/parts/carpet/use-carpet-words.ts'
import { useUnits } from '../../../renderer/stores/words/units.ts'
import { useFormat } from '../../../renderer/stores/words/format.ts'
import type { Shown } from '../../../renderer/stores/words/shown.ts'
import type { Carpet } from '../../../renderer/parts/carpet/use-carpet.ts'
import { useLegendWords } from '../../../renderer/views/station/readings/carpet/use-legend-words.ts'
import ValuesColumn from '../../../renderer/views/station/readings/panes/ValuesColumn.vue'
import { useSumsWords } from '../../../renderer/views/station/readings/sums-words.ts'
import type { Series } from '../../../renderer/views/station/readings/use-series.ts'

/**
 * A number is formatted once. In English the comma between thousands was read as a decimal sign when a formatted text was
 * formatted again: 425,629 m³ became 425.629.
 */

const GAS = { zone: 'UTC', contractHour: 10 }
const CHANNEL = { channelVarname: 'VNakpriv', channelName: 'Counter', unitName: 'м3' } as ChannelInfo

/** What a page shows in a language. */
async function shownIn(language: Language, page: Component): Promise<string> {
  const pinia = createPinia()
  const preferences = { ...AS_SENT, numberFormat: 'local' }
  pinia._s.set('program', { clockOf: () => GAS, language, nowMs: 0, preferences } as never)
  i18n.global.locale.value = language
  try {
    const html = await renderToString(createSSRApp(page).use(i18n).use(pinia))
    return html.replaceAll(/[\u00a0\u202f]/g, ' ')
  } finally {
    i18n.global.locale.value = 'en'
  }
}
const said = (words: () => string) => ({ setup: () => () => words() }) as Component

const row = (series: Series, at: { row: number; ms: number } | null) => {
  const pane = { key: 'volume', folded: false, groups: [{ key: 'volume', quantity: 'volume', unit: 'м3', channels: [0], counter: true }] }
  const layout = {
    plot: { left: 0, top: 0, width: 100, height: 100, lane: 0 },
    rows: [{ pane, top: 0, height: 100, plotTop: 0, plotHeight: 100, nameWidth: 0 }],
    valuesLeft: 0,
  } as unknown as PaneLayout
  const seen = new Map([[0, [1234.5, 425_629] as [number, number]]])
  return { render: () => h(ValuesColumn, { series, layout, seen, at, isUsual: true }) }
}
const series = {
  channels: [CHANNEL],
  shown: [],
  columns: { values: [Float64Array.of(425_629)] },
  refuted: new Map(),
} as unknown as Series

test.each([
  ['en', '425,629 m³', '1,235 – 425,629 m³'],
  ['ru', '425 629 м³', '1 235 – 425 629 м³'],
] as const)('beside the chart, at the crosshair, in the carpet and in sums a number keeps its size: %s', async (language, one, range) => {
  expect(await shownIn(language, row(series, { row: 0, ms: 0 }))).toContain(`>${one}<`)
  expect(await shownIn(language, row(series, null))).toContain(`>${range}<`)
  expect(
    await shownIn(
      language,
      said(() => useCarpetWords().exact(425_629, 'м3')),
    ),
  ).toBe(one)
  const asked = () => ({ by: 'day' as const, covers: null, gas: GAS, unit: 'м3' })
  expect(
    await shownIn(
      language,
      said(() => useSumsWords(asked).valueOf(425_629)),
    ),
  ).toBe(one)
  const carpet = { range: { low: 0, high: 425_629, above: 0, below: 0 }, found: { low: 0 }, cells: { gas: GAS, length: 0, kind: 'day' } }
  const legend = said(
    () => useLegendWords(() => ({ carpet: carpet as unknown as Carpet, channel: CHANNEL, kind: 'period', stepMs: null })).value.high,
  )
  expect(await shownIn(language, legend)).toBe(one)
})

test('a channel without a unit has none, and says so with no sign', async () => {
  const none = said(() => {
    const unit = useUnits().shownOf({ channelVarname: 'x', channelName: null, unitName: null })
    return JSON.stringify([unit.unitText, useUnits().unitHeader(unit), useFormat().unitName(''), useUnits().measuredIn(5, unit)])
  })
  expect(await shownIn('en', none)).toBe('["","","","5"]'.replaceAll('"', '&quot;'))
})

test('a negative number has a true minus, and its copy the one of programs', async () => {
  const both = said(() => {
    const format = useFormat()
    const minus = format.number(-1183.5)
    return [minus, format.copied(minus), format.quantity('-0.25'), format.percent(-0.5)].join(' | ')
  })
  expect(await shownIn('en', both)).toBe('−1,183.5 | -1183.5 | −0.25 | −50%')
  expect(await shownIn('ru', both)).toBe('−1 183,5 | -1183,5 | −0,25 | −50 %')
})

test('a formatted number is no value that a formatter takes', () => {
  type Format = ReturnType<typeof useFormat>
  const shown = '425,629' as Shown
  const misuses = (format: Format) => [
    // @ts-expect-error A formatted text has no decimals to count.
    format.number(shown),
    // @ts-expect-error Its comma would be a decimal sign.
    format.quantity(shown),
    // @ts-expect-error The same.
    format.measured(shown, 'm³'),
    // @ts-expect-error The same.
    format.withUnit(format.number(425_629), 'm³'),
    // @ts-expect-error The same.
    format.inUnit(format.quantity('425629'), { factor: 1, offset: 0, unitText: '', converted: false, sentUnit: '' }),
  ]
  expect(misuses).toHaveLength(1)
})
