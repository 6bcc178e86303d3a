import { expect, test } from 'vitest'
import { gasDaySpan } from '../../../../electron/contract/time/gas-day.ts'
import { cellsOf } from '../../../../renderer/charts/carpet/cells.ts'
import { paintCarpet } from '../../../../renderer/charts/carpet/paint.ts'
import { svgPen } from '../../../../renderer/charts/carpet/pen.ts'
import { placesOf } from '../../../../renderer/charts/carpet/places.ts'
import { rangeOf } from '../../../../renderer/charts/carpet/range.ts'
import { scaleOf } from '../../../../renderer/charts/carpet/scale.ts'
import { stateOf, valuesOf } from '../../../../renderer/charts/carpet/values.ts'

test('texts cannot break out of the SVG; colours are one shape each', () => {
  const pen = svgPen('"Inter", sans-serif')
  const rect = { x: 1.234567, y: 2, width: 3, height: 4 }
  pen.fill('#123456', [rect, { ...rect, x: 10 }])
  pen.fill('#654321', [])
  pen.text('<script>"ПРГ" & Co', 5, 6, { colour: '#000', size: 11, align: 'center' })
  const svg = pen.svg(100, 50, '#ffffff')
  expect(svg).toContain('<path fill="#123456" d="M1.23 2h3v4h-3zM10 2h3v4h-3z"/>')
  expect(svg).not.toContain('#654321')
  expect(svg).toContain('text-anchor="middle">&lt;script&gt;&quot;ПРГ&quot; &amp; Co</text>')
  expect(svg).toContain('font-family="&quot;Inter&quot;, sans-serif"')
})

test('each hour with a value is drawn in its colour, the others plain, a spike marked, none that is still to come', () => {
  const gas = { zone: 'Europe/Berlin', contractHour: 10 }
  const span = gasDaySpan('2026-10-01', '2026-10-31', gas)
  const cells = cellsOf('hour', span, gas)
  const column = Float64Array.from({ length: cells.length }, (_, cell) => (cell === 400 ? 1e6 : cell % 50))
  column.fill(Number.NaN, 100, 110)
  const found = valuesOf(cells, cells.toMs, column, 'period')
  const nowMs = cells.fromMs[740] ?? 0
  // The last hours have no record yet.
  found.values.fill(Number.NaN, 740)
  found.records.fill(0, 740)
  const states = Array.from({ length: cells.length }, (_, cell) => stateOf(cells, found, cell, [], nowMs))
  const range = rangeOf(found.values, false)
  const fills = new Map<string, number>()
  const texts: string[] = []
  let triangles = 0
  paintCarpet(
    {
      fill: (colour, rects) => fills.set(colour, (fills.get(colour) ?? 0) + rects.length),
      hatch: () => undefined,
      line: () => undefined,
      shape: () => triangles++,
      text: (text) => texts.push(text),
    },
    {
      cells,
      found,
      states,
      stepMs: null,
      scale: range && scaleOf(range, false),
      places: placesOf(cells, { width: 600, height: 400 }, 1),
      theme: {
        dark: false,
        text: '#000',
        muted: '#111',
        line: '#222',
        grid: '#333',
        surface: '#fff',
        accent: '#444',
        warn: '#555',
        bad: '#b3261e',
        faint: '#8a949e',
        font: 'x',
        archives: {},
      },
      words: {
        hour: String,
        weekday: String,
        tick: ({ day }) => day,
        hours: (hours) => `${hours} hours`,
        value: String,
      },
    },
  )
  const plain = fills.get('#f0f2f4') ?? 0
  expect(plain).toBe(10)
  expect([...fills.values()].reduce((sum, count) => sum + count, 0)).toBe(740)
  // The spike: a corner of its cell, and a mark above its day.
  expect(triangles).toBe(2)
  expect(texts).toContain('25 hours')
})
