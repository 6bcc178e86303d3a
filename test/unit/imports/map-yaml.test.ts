import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatMap, parseMap } from '../../../electron/imports/index.ts'

/** Maps as files: each mistake is named with its line. */

const MAP = `format: csv
separator: ";"
skipRows: 2
headings: true
content: readings
archiveType: hourly
view: general
time:
  columns: [Date, Time]
  pattern: DD.MM.YYYY HH:mm
  zone: station
  stamp: end
decimal: ","
columns:
  - column: 3
    channel: P
    unit: bar
skipIf:
  - column: Date
    matches: total*
`

test('a map is read, and written as the same map', () => {
  const map = parseMap(MAP)
  expect(map).toMatchObject({ skipRows: 2, time: { columns: ['Date', 'Time'] }, columns: [{ column: 3, channel: 'P', unit: 'bar' }] })
  expect(parseMap(formatMap(map))).toEqual(map)
})

test('what may be left out has its usual value', () => {
  const map = parseMap(
    MAP.replace(/skipRows.*\n/u, '')
      .replace(/view.*\n/u, '')
      .replace(/ {2}stamp.*\n/u, '')
      .replace(/decimal.*\n/u, ''),
  )
  expect(map).toMatchObject({ skipRows: 0, view: 'general', decimal: 'auto', time: { stamp: 'end' } })
})

describe('a mistake is named with its line', () => {
  test.each([
    ['no YAML', MAP.replace('[Date, Time]', '[Date, Time'), 'syntax', 10, undefined],
    ['a key twice', `${MAP}format: csv\n`, 'syntax', 21, undefined],
    ['a field that no map has', `${MAP}colour: red\n`, 'unknown', 21, 'colour'],
    ['a field within that none has', MAP.replace('    unit: bar', '    unity: bar'), 'unknown', 17, 'columns.0.unity'],
    ['a field that is missing', MAP.replace('content: readings\n', ''), 'missing', 1, 'content'],
    ['a field within that is missing', MAP.replace('  zone: station\n', ''), 'missing', 8, 'time.zone'],
    ['a format that is none', MAP.replace('format: csv', 'format: pdf'), 'value', 1, 'format'],
    ['a number that is none', MAP.replace('skipRows: 2', 'skipRows: two'), 'value', 3, 'skipRows'],
    ['no column', MAP.replace(/columns:\n {2}- column[\s\S]*?(?=skipIf)/u, 'columns: []\n'), 'value', 14, 'columns'],
    ['a text', 'just a text', 'value', 1, 'format'],
    ['nothing', '', 'value', 1, 'format'],
    ['a list', '- a\n- b', 'value', 1, 'format'],
  ] as const)('%s', (_, text, reason, line, detail) => {
    let failure: unknown
    try {
      parseMap(text)
    } catch (error) {
      failure = error
    }
    expect(failure).toMatchObject({ code: 'IMPORT_MAP_BROKEN', data: { reason, line, ...(detail === undefined ? {} : { detail }) } })
  })
})

test('aliases that become gigabytes are not followed', () => {
  const lines = Array.from({ length: 30 }, (_, nth) => `a${nth}: &a${nth} [${nth === 0 ? 'x' : `*a${nth - 1}, *a${nth - 1}`}]`)
  expect(() => parseMap(lines.join('\n'))).toThrow(expect.objectContaining({ code: 'IMPORT_MAP_BROKEN' }) as Error)
})

test('the examples of the manual are maps', () => {
  const manual = readFileSync('docs/imports.md', 'utf8')
  const maps = [...manual.matchAll(/```yaml\n([\s\S]*?)```/gu)].map(([, text = '']) => parseMap(text))
  expect(maps.map(({ content, time }) => [content, time.zone])).toEqual([
    ['readings', 'station'],
    ['events', '+03:00'],
  ])
})
