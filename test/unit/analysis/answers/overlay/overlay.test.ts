import { describe, expect, test } from 'vitest'
import { choicesOf } from '../../../../../electron/analysis/answers/overlay/choices.ts'
import { columnsOfLine, columnsOnce } from '../../../../../electron/analysis/answers/overlay/columns.ts'
import { overlayOf } from '../../../../../electron/analysis/answers/overlay/overlay.ts'
import { sparklinesOf } from '../../../../../electron/analysis/answers/overlay/sparklines.ts'
import type { OverlayQuestion } from '../../../../../electron/analysis/answers/overlay/usual.ts'
import type { Book } from '../../../../../electron/book/index.ts'
import { HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { station, tempBook } from '../../../book/fixtures.ts'

const MOSCOW = { zone: 'Europe/Moscow', contractHour: 10 }
const at = (iso: string) => Date.parse(iso)
/** Gas days begin at 07:00 UTC. */
const dayBegin = (day: string) => at(`${day}T07:00Z`)

function putHours(
  book: Book,
  id: number,
  from: string,
  to: string,
  values: (hour: number) => Record<string, number>,
  skip: readonly number[] = [],
) {
  const hours = Math.round((dayBegin(to) - dayBegin(from)) / HOUR_MS) + 24
  const records = Array.from({ length: hours }, (_, hour) => hour)
    .filter((hour) => !skip.includes(hour))
    .map((hour) => ({ atMs: dayBegin(from) + (hour + 1) * HOUR_MS, values: values(hour) }))
  book.page(() => book.readings.put({ equipmentId: id + 1000, archiveType: 'hourly', view: 'general' }, records))
}

function channel(equipmentTypeId: number, channelVarname: string, channelName: string, unitName: string | null) {
  return {
    equipmentTypeId,
    archiveTypeName: null,
    archiveTypeVarname: 'hourly',
    telemetryTypeName: null,
    channelName,
    channelVarname,
    unitName,
  }
}

/** Three stations: the first and the second measure volume and pressure under other codes and units, the third only temperature. */
function threeStations(): Book {
  const book = tempBook()
  book.page(() => {
    book.stations.put([station({ id: 1 }), station({ id: 2, equipmentTypeId: 2 }), station({ id: 3, equipmentTypeId: 3 })], 0)
    book.channels.put([
      channel(1, 'Vpriv', 'Standard volume', 'm3'),
      channel(1, 'P', 'Pressure', 'kPa'),
      channel(2, 'V_ST', 'Volume, corrected', 'm³'),
      channel(2, 'PG', 'Pressure of the gas', 'MPa'),
      channel(3, 'T', 'Temperature', '°C'),
    ])
  })
  putHours(book, 1, '2026-01-01', '2026-01-03', (hour) => ({ Vpriv: 10 + (hour % 24), P: 300 }))
  putHours(book, 2, '2026-01-01', '2026-01-03', (hour) => ({ V_ST: 2 * (10 + (hour % 24)), PG: 0.25 }), [5, 6, 7])
  putHours(book, 3, '2026-01-01', '2026-01-03', () => ({ T: -3 }))
  return book
}

const asked = (part: Partial<OverlayQuestion>): OverlayQuestion => ({
  stationIds: [1, 2, 3],
  from: '2026-01-01',
  to: '2026-01-03',
  step: 'year',
  points: 'record',
  baseline: 0,
  gas: MOSCOW,
  usual: MOSCOW,
  nowMs: at('2026-02-01T00:00Z'),
  ...part,
})

describe('stations over each other', () => {
  test('channels are matched by what they measure, and a station that lacks it says so', () => {
    const { quantity, unitName, lines } = overlayOf(threeStations(), asked({}))
    expect([quantity, unitName]).toEqual(['standardVolume', 'm3'])
    expect(lines.map(({ state, channel: found }) => [state, found?.channelVarname])).toEqual([
      ['drawn', 'Vpriv'],
      ['drawn', 'V_ST'],
      ['noQuantity', undefined],
    ])
    const [, second] = lines
    expect(second?.line.values).toHaveLength(72 - 3)
    // The difference is that of the same hour, over the gap too.
    const differences = second?.line.values.map((value, row) => value - (second.base[row] ?? NaN))
    expect(differences?.[0]).toBe(10)
    expect(differences?.[5]).toBe(18)
  })

  test('another unit is converted into the baseline’s; against the other line, the other way round', () => {
    const book = threeStations()
    const pressures = (baseline: number) =>
      overlayOf(book, asked({ quantity: 'pressure', baseline })).lines.map(({ line, converted }) => [line.values[0], converted])
    expect(pressures(0)).toEqual([
      [300, false],
      [250, true],
      [undefined, false],
    ])
    expect(pressures(1)).toEqual([
      [0.3, true],
      [0.25, false],
      [undefined, false],
    ])
  })

  test('in the unified view a unit that the directory names for some devices only is that of the others', () => {
    const book = tempBook()
    book.page(() => {
      book.stations.put([station({ id: 1 }), station({ id: 2, equipmentTypeId: 2 })], 0)
      book.channels.put([channel(2, 'P', 'Pressure', 'MPa')])
    })
    for (const id of [1, 2])
      book.page(() =>
        book.readings.put(
          { equipmentId: id + 1000, archiveType: 'hourly', view: 'unified' },
          [1, 2, 3].map((hour) => ({ atMs: dayBegin('2026-01-01') + hour * HOUR_MS, values: { P: String(id * hour) } })),
        ),
      )
    for (const baseline of [0, 1]) {
      const { unitName, lines } = overlayOf(book, asked({ stationIds: [1, 2], view: 'unified', baseline }))
      expect([unitName, lines.map(({ comparable, converted }) => [comparable, converted])]).toEqual([
        'MPa',
        [
          [true, false],
          [true, false],
        ],
      ])
    }
  })

  test('a point a gas day is the sum of its hours, and says how complete it is; the mean is that of whole days', () => {
    const [first, second] = overlayOf(threeStations(), asked({ points: 'day' })).lines
    const sum = 24 * 10 + (23 * 24) / 2
    expect([...(first?.line.values ?? [])]).toEqual([sum, sum, sum])
    expect([...(second?.line.complete ?? [])]).toEqual([21 / 24, 1, 1])
    expect(second?.line.values[0]).toBe(2 * (sum - 15 - 16 - 17))
    expect(second?.mean).toBe(2 * sum)
    // Gas days of ten o'clock: their middles on the axis.
    expect(new Date(first?.line.positions[0] ?? 0).toISOString()).toBe('2026-01-01T22:00:00.000Z')
  })

  test('a station without the archive, without a device and unknown each say so', () => {
    const book = threeStations()
    book.page(() => book.stations.put([station({ id: 4 }), station({ id: 5, equipmentId: null })], 0))
    const states = overlayOf(book, asked({ stationIds: [1, 4, 5, 99] })).lines.map(({ state }) => state)
    expect(states).toEqual(['drawn', 'noArchive', 'noDevice', 'noStation'])
    expect(overlayOf(book, asked({ from: '2020-01-01', to: '2020-01-02' })).lines[0]?.state).toBe('noRecords')
  })

  test('without a word the book chooses: the archive, the volume and the last month of records', () => {
    const { archiveType, view, quantity, span } = overlayOf(threeStations(), asked({ from: undefined, to: undefined }))
    expect([archiveType, view, quantity, span]).toEqual(['hourly', 'general', 'standardVolume', { from: '2025-12-04', to: '2026-01-03' }])
  })

  test('a line without points is no baseline: the first with points is', () => {
    const book = threeStations()
    const { baseline, lines } = overlayOf(book, asked({ stationIds: [3, 1, 2], quantity: 'pressure', baseline: 0 }))
    expect([baseline, lines.map(({ state }) => state)]).toEqual([1, ['noQuantity', 'drawn', 'drawn']])
    expect(lines[2]?.base[0]).toBe(300)
    expect(overlayOf(book, asked({ stationIds: [1, 2, 3], quantity: 'pressure', baseline: 2 })).baseline).toBe(0)
    expect(overlayOf(book, asked({ stationIds: [3], quantity: 'pressure' })).baseline).toBe(0)
  })

  test('a span of many years is cut to the records, and to its last years where there are none', () => {
    const book = threeStations()
    const span = (from: string, to: string, archiveType = 'hourly') =>
      overlayOf(book, asked({ stationIds: [1], from, to, archiveType })).span
    expect(span('1970-01-01', '2199-12-31')).toEqual({ from: '2026-01-01', to: '2026-01-03' })
    expect(span('1970-01-01', '2024-12-31')).toEqual({ from: '2014-12-25', to: '2024-12-31' })
    expect(span('1970-01-01', '2024-12-31', 'daily')).toEqual({ from: '2014-12-25', to: '2024-12-31' })
    expect(span('2020-01-01', '2026-12-31')).toEqual({ from: '2020-01-01', to: '2026-12-31' })
  })

  test('choices say how many of the stations have each quantity', () => {
    const { stations, archives } = choicesOf(threeStations(), [1, 2, 3])
    expect(stations.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(archives).toHaveLength(1)
    expect(archives[0]?.choices.map(({ quantity, stations: count }) => [quantity, count])).toEqual([
      ['standardVolume', 2],
      ['pressure', 2],
      ['temperature', 1],
    ])
  })
})

describe('periods of one station', () => {
  test('the same hours of three Februaries lie on each other, also about 29 February', () => {
    const book = tempBook()
    book.page(() => book.stations.put([station({ id: 1 })], 0))
    for (const year of [2024, 2025, 2026]) putHours(book, 1, `${year}-02-20`, `${year}-03-05`, (hour) => ({ T: year + hour / 1000 }))
    const { axis, lines } = overlayOf(
      book,
      asked({ stationIds: [1], quantity: 'temperature', from: '2026-02-20', to: '2026-03-05', periods: 3 }),
    )
    expect(new Date(axis.fromMs).toISOString()).toBe('2024-02-20T10:00:00.000Z')
    expect(lines.map(({ total }) => total)).toEqual([14 * 24, 14 * 24, 15 * 24])
    const valueAt = (line: number, position: string) => {
      const { positions, values } = lines[line]?.line ?? { positions: Float64Array.of(), values: Float64Array.of() }
      return values[positions.indexOf(at(position))]
    }
    // The first of March at noon, seen from the first hour of 20 February: a day later in the leap year.
    const noon = '2024-03-01T12:00Z'
    expect([valueAt(0, noon), valueAt(2, noon)]).toEqual([2026 + (9 * 24 + 1) / 1000, 2024 + (10 * 24 + 1) / 1000])
    const [march] = lines[1]?.base ?? []
    expect(march).toBe(2026)
    const [drawn] = lines
    if (!drawn) throw new Error('no line')
    // The leap day of the year that has none is a break, and not a line from February to March.
    const { columns, rows } = columnsOfLine(drawn.line, drawn.base, 20_000)
    expect(rows).toBe(14 * 24 + 1)
    expect(columns[1]?.filter(Number.isNaN)).toHaveLength(1)
  })
})

describe('archives of days and months', () => {
  test('records that close at different hours lie on the gas day and the month that they close', () => {
    const book = tempBook()
    book.page(() => {
      book.stations.put([station({ id: 1 }), station({ id: 2 })], 0)
      // The one closes its days at ten o'clock in Moscow, the other at midnight.
      for (const [id, time] of [
        [1, '07:00Z'],
        [2, '21:00Z'],
      ] as const)
        book.readings.put(
          { equipmentId: id + 1000, archiveType: 'daily', view: 'general' },
          [2, 3, 4].map((day) => ({ atMs: at(`2026-01-0${id === 1 ? day : day - 1}T${time}`), values: { T: id * 10 + day } })),
        )
      book.readings.put(
        { equipmentId: 1001, archiveType: 'monthly', view: 'general' },
        ['2025-12-01', '2026-01-01', '2026-02-01'].map((day, month) => ({ atMs: dayBegin(day), values: { T: month } })),
      )
    })
    const { lines } = overlayOf(book, asked({ stationIds: [1, 2], archiveType: 'daily', quantity: 'temperature' }))
    const days = ['2026-01-01T22:00Z', '2026-01-02T22:00Z', '2026-01-03T22:00Z'].map(at)
    expect(lines.map(({ line }) => [...line.positions])).toEqual([days, days])
    expect([...(lines[1]?.base ?? [])]).toEqual([12, 13, 14])

    const months = overlayOf(
      book,
      asked({ stationIds: [1], archiveType: 'monthly', quantity: 'temperature', from: '2025-11-01', to: '2026-01-31', periods: 1 }),
    )
    expect([...(months.lines[0]?.line.positions ?? [])].map((ms) => new Date(ms).toISOString().slice(0, 7))).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
    ])
  })
})

describe('thinning', () => {
  test('keeps the peaks of values and of differences, and the breaks', () => {
    const positions = Float64Array.from({ length: 10_000 }, (_, row) => (row < 5000 ? row : row + 300) * HOUR_MS)
    const values = positions.map(() => 1)
    values[1234] = 99
    const base = positions.map(() => 1)
    base[4321] = -50
    const thin = columnsOfLine({ positions, values, complete: null, times: positions, stepMs: HOUR_MS }, base, 500)
    expect(thin.thinned).toBe(true)
    expect(thin.rows).toBeLessThanOrEqual(500)
    const [, kept, keptBase] = thin.columns
    expect(Math.max(...(kept ?? []).filter((value) => !Number.isNaN(value)))).toBe(99)
    expect(Math.min(...(keptBase ?? []).filter((value) => !Number.isNaN(value)))).toBe(-50)
    expect(kept?.filter(Number.isNaN)).toHaveLength(1)
  })
})

test('columns that lines share are sent once, also with a break in them', () => {
  const sent = columnsOnce()
  const place = (...values: number[]) => sent.placeOf(Float64Array.of(...values))
  expect([place(1, NaN, 3), place(4, NaN, 6), place(1, NaN, 3), place(1, 3), place(4, NaN, 6), place()]).toEqual([0, 1, 0, 2, 1, 3])
  expect(sent.columns.map(({ length }) => length)).toEqual([3, 3, 2, 0])
})

test('sparklines: a number a gas day of each channel, sums of volumes and means of states, the main one marked', async () => {
  const { entries, columns } = sparklinesOf(threeStations(), {
    stationIds: [1, 3],
    days: 4,
    gas: MOSCOW,
    usual: MOSCOW,
    nowMs: at('2026-02-01T00:00Z'),
  })
  const numbers = new Float64Array(await columns.arrayBuffer())
  const sum = 24 * 10 + (23 * 24) / 2
  expect(entries.map(({ stationId, channel: { channelVarname }, main, lastDay }) => [stationId, channelVarname, main, lastDay])).toEqual([
    [1, 'Vpriv', true, '2026-01-03'],
    [1, 'P', false, '2026-01-03'],
    [3, 'T', true, '2026-01-03'],
  ])
  expect([...numbers]).toEqual([NaN, sum, sum, sum, NaN, 300, 300, 300, NaN, -3, -3, -3])
})
