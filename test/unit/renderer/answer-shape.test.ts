import { expect, test } from 'vitest'
import type { QuestionAnswer, QuestionValue } from '../../../electron/contract/question-words.ts'
import { carpetOfAnswer, comparing, plotOfAnswer, stationColumn, usesOf } from '../../../renderer/views/questions/answer-shape.ts'

/** What the columns of an answer are, and what can be drawn of them. */

type Column = readonly [name: string, kind: 'number' | 'text' | 'empty' | 'mixed']
const answerOf = (columns: readonly Column[], rows: QuestionValue[][], views: string[] = []): QuestionAnswer => ({
  columns: columns.map(([name, kind]) => ({ name, kind, isWhole: false })),
  rows,
  cut: null,
  views,
  hidden: [],
  ms: 1,
})
const HOUR = 3600
const START = 1_790_000_000

test('a column of seconds is one that is called so and holds nothing else; days are days', () => {
  const columns: Column[] = [
    ['event_time', 'number'],
    ['fetched_at', 'number'],
    ['duration_time', 'number'],
    ['station_id', 'number'],
    ['m3', 'number'],
    ['day', 'text'],
    ['name', 'text'],
  ]
  const rows = [
    [START, null, 12, 7, 1.5, '2026-10-01', 'x'],
    [START + 1, START, 13, 8, 2, '2026-10-02', '2026-10-02'],
  ]
  expect(usesOf(answerOf(columns, rows))).toEqual(['time', 'time', 'number', 'id', 'number', 'day', 'text'])
})

test('times against numbers are lines in the order of time; of several names a line each', () => {
  const plain = answerOf(
    [
      ['event_time', 'number'],
      ['m3', 'number'],
    ],
    [
      [START + 60, 2],
      [START, 1],
      [START + 120, null],
    ],
  )
  expect(plotOfAnswer(plain)).toMatchObject({ kind: 'lines', all: 1, lines: [{ name: 'm3', values: Float64Array.of(1, 2, Number.NaN) }] })
  const split = answerOf(
    [
      ['name', 'text'],
      ['day', 'text'],
      ['m3', 'number'],
    ],
    [
      ['a', '2026-10-01', 1],
      ['b', '2026-10-01', 2],
      ['a', '2026-10-02', 3],
    ],
  )
  const plot = plotOfAnswer(split)
  if (plot?.kind !== 'lines') throw new Error('no lines')
  expect(plot.lines.map(({ name, values }) => [name, [...values]])).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ])
})

test('texts that are all plain decimals are numbers, and names and ids are none', () => {
  const columns: Column[] = [
    ['event_time', 'number'],
    ['Vst', 'text'],
    ['T', 'mixed'],
    ['serial_number', 'text'],
    ['reading_id', 'text'],
    ['part', 'text'],
    ['said', 'text'],
  ]
  const shown = answerOf(columns, [
    [START, '1.5', 20, '123', '4', '007', '1'],
    [START + HOUR, '-0.25', '21.5', '124', '5', '008', 'x'],
    [START + 2 * HOUR, null, null, null, null, null, null],
  ])
  expect(usesOf(shown)).toEqual(['time', 'number', 'number', 'text', 'text', 'text', 'text'])
  expect(plotOfAnswer(shown)).toMatchObject({
    kind: 'lines',
    lines: [
      { name: 'Vst', values: Float64Array.of(1.5, -0.25, Number.NaN) },
      { name: 'T', values: Float64Array.of(20, 21.5, Number.NaN) },
    ],
  })
  const hourly = answerOf(columns.slice(0, 2), shown.rows.slice(0, 2))
  expect(carpetOfAnswer(hourly)?.values).toEqual(Float64Array.of(1.5, -0.25))
})

test('of many names the first are drawn, and each row is looked at once', () => {
  const columns: Column[] = [['event_time', 'number'], ['name', 'text'], ...['a', 'b', 'c'].map((name) => [name, 'number'] as const)]
  let looks = 0
  const rows = Array.from({ length: 2000 }, (_, at) => {
    const cells: QuestionValue[] = [START + HOUR * Math.floor(at / 2), `station ${at % 1999}`, at, at, at]
    return new Proxy(cells, { get: (row, key) => (key === '1' && looks++, Reflect.get(row, key) as unknown) })
  })
  const plot = plotOfAnswer(answerOf(columns, rows))
  if (plot?.kind !== 'lines') throw new Error('no lines')
  expect(plot.all).toBe(1999 * 3)
  expect(plot.lines.map(({ name }) => name).slice(0, 4)).toEqual(['station 0, a', 'station 0, b', 'station 0, c', 'station 1, a'])
  expect(plot.lines).toHaveLength(8)
  expect(looks).toBeLessThan(rows.length * 8)
})

test('two columns with one name are told apart', () => {
  const columns: Column[] = [
    ['day', 'text'],
    ['m3', 'number'],
    ['m3', 'number'],
  ]
  expect(plotOfAnswer(answerOf(columns, [['2026-10-01', 1, 2]]))).toMatchObject({ lines: [{ name: 'm3' }, { name: 'm3 (2)' }] })
})

test('names against numbers are bars, as many as can be told apart', () => {
  const rows = Array.from({ length: 100 }, (_, at): QuestionValue[] => [`station ${at}`, at])
  const plot = plotOfAnswer(
    answerOf(
      [
        ['name', 'text'],
        ['m3', 'number'],
      ],
      rows,
    ),
  )
  expect(plot).toMatchObject({ kind: 'bars', all: 100 })
  if (plot?.kind === 'bars') expect([plot.labels.length, plot.columns[0]?.values[3]]).toEqual([60, 3])
  expect(plotOfAnswer(answerOf([['name', 'text']], [['x']]))).toBeNull()
  expect(plotOfAnswer(answerOf([['m3', 'number']], [[1]]))).toBeNull()
})

test('a carpet is of hours that come once and of one number', () => {
  const hours = Array.from({ length: 48 }, (_, at): QuestionValue[] => [START + at * HOUR, at])
  const columns: Column[] = [
    ['event_time', 'number'],
    ['m3', 'number'],
  ]
  expect(carpetOfAnswer(answerOf(columns, hours))?.times).toHaveLength(48)
  expect(carpetOfAnswer(answerOf(columns, [...hours, ...hours]))).toBeNull()
  // A stamp of another century would make a cell of every hour until then.
  expect(carpetOfAnswer(answerOf(columns, [...hours, [9_000_000_000, 1]]))).toBeNull()
  expect(
    carpetOfAnswer(
      answerOf(
        columns,
        hours.map(([at, value]) => [START + (Number(at) - START) * 24, value ?? null]),
      ),
    ),
  ).toBeNull()
  expect(
    carpetOfAnswer(
      answerOf(
        [...columns, ['P', 'number']],
        hours.map((row) => [...row, 1]),
      ),
    ),
  ).toBeNull()
})

test('rows are sorted by a column: numbers before texts, what is absent last either way', () => {
  const rows = [[3], [null], ['b10'], [1], ['b9']].map((cells, place) => ({ place, cells }))
  const collator = new Intl.Collator('en', { numeric: true })
  const inOrder = (desc: boolean) => rows.toSorted(comparing(0, desc, collator)).map(({ cells }) => cells[0])
  expect(inOrder(false)).toEqual([1, 3, 'b9', 'b10', null])
  expect(inOrder(true)).toEqual([3, 1, 'b10', 'b9', null])
})

test('stations are known by the name of the column, or by the view that they are of', () => {
  expect(
    stationColumn(
      answerOf(
        [
          ['x', 'number'],
          ['station_id', 'number'],
        ],
        [],
        ['v_finding'],
      ),
    ),
  ).toBe(1)
  expect(stationColumn(answerOf([['id', 'number']], [], ['v_station']))).toBe(0)
  expect(stationColumn(answerOf([['id', 'number']], [], ['v_consumer']))).toBe(-1)
})
