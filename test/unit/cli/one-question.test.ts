import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { gasDaySpan } from '../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { strictCsv } from '../../support/csv.ts'
import { placesOf } from '../../support/one-question.ts'
import { testFolder } from '../../support/pull.ts'
import { linesOf } from '../../support/xlsx.ts'
import { consumer, station } from '../book/fixtures.ts'

/**
 * One question, eight places: what flowed at a station in a month, how much of it is known, and what is not. All places answer
 * with the numbers that the test reckons from what it wrote. Each world is a station of one book: files are made once, those
 * of a month of all stations that are asked for it.
 */

const ZONE = 'Europe/Berlin'
const gas = { zone: ZONE, contractHour: 6 }
const NOW = Date.parse('2026-11-20T09:00:00Z')

interface World {
  /** First gas day of the month. */
  month: string
  last: string
  /** Hours of the month, from 0, that have no record. */
  lost?: readonly number[]
  /** Hours that have a record without a volume. */
  blank?: readonly number[]
  /** `alone`: no volume is archived; `none`: no counter. */
  counter?: 'alone' | 'none'
  /** The hour in which the meter is exchanged: the counter begins anew. */
  exchange?: number
  /** The hour with the first record of another device, which archives volumes as well or counters alone. */
  device?: { at: number; counts: 'too' | 'alone' }
  /** Records between the hours: each day one, as a part of its hour or as a second telling of it. */
  between?: 'part' | 'again'
  /** The hour after which the station is silent. */
  silent?: number
  daily?: boolean
}

interface Truth {
  m3: number
  received: number
  byCounter: number
  byDaily: number
  unknown: number
}

/** Keys of the devices that take the place of others. */
const NEXT = 8000

const m3Of = (hour: number) => 10 + (hour % 7) + (hour % 24 === 3 ? 0.5 : 0)

const hoursOf = ({ month, last }: World): number => {
  const { fromMs, toMs } = gasDaySpan(month, last, gas)
  return (toMs - fromMs) / HOUR_MS
}

/** Writes the records of a month and of some days beside it. */
function write(book: Book, id: number, world: World): void {
  const { fromMs, toMs } = gasDaySpan(world.month, world.last, gas)
  const hours = hoursOf(world)
  const equipmentId = id + 1000
  const beside = 72
  book.page(() => {
    book.consumers.put([consumer(5, 'Пекарня')], { energyId: null })
    if (world.device) book.stations.put([station({ id, customerId: 5 })], fromMs)
    const equipment = world.device ? { equipmentId: equipmentId + NEXT, equipmentSerialNumber: `N${id}` } : {}
    book.stations.put([station({ id, customerId: 5, ...equipment })], NOW)
    book.channels.put(
      ['hourly', 'daily'].flatMap((archiveTypeVarname) =>
        ['gas_consume', 'VNakpriv'].map((channelVarname) => ({
          equipmentTypeId: 1,
          archiveTypeName: null,
          archiveTypeVarname,
          telemetryTypeName: null,
          channelName: null,
          channelVarname,
          unitName: 'м3',
        })),
      ),
    )
    let counter = 5000
    const records: { atMs: number; values: Record<string, number | null> }[] = []
    const next: typeof records = []
    const days: typeof records = []
    let ofDay = 0
    for (let hour = -beside; hour < hours + beside; hour++) {
      const m3 = m3Of(hour)
      const before = counter
      const isNext = world.device !== undefined && hour >= world.device.at
      counter = world.exchange === hour || world.device?.at === hour ? 100 + m3 : counter + m3
      ofDay += m3
      const atMs = fromMs + (hour + 1) * HOUR_MS
      if (gasDayEnds(atMs)) {
        if (world.daily) days.push({ atMs, values: { gas_consume: ofDay } })
        ofDay = 0
      }
      if (world.lost?.includes(hour) || hour > (world.silent ?? Infinity)) continue
      const counted: Record<string, number> = world.counter === 'none' ? {} : { VNakpriv: counter }
      const at = (atPart: number, volume: number, count: number) => ({
        atMs: fromMs + hour * HOUR_MS + atPart * MINUTE_MS,
        values: { ...(world.counter === 'alone' ? {} : { gas_consume: volume }), ...(world.counter === 'none' ? {} : { VNakpriv: count }) },
      })
      const isCut = world.between !== undefined && (hour + 24 * beside) % 24 === 8
      if (isCut) records.push(at(20, m3 / 4, before + m3 / 4))
      const own = isCut && world.between === 'part' ? (m3 * 3) / 4 : m3
      const isAlone = world.counter === 'alone' || (isNext && world.device?.counts === 'alone')
      ;(isNext ? next : records).push({
        atMs,
        values: { ...counted, ...(isAlone ? {} : { gas_consume: world.blank?.includes(hour) ? null : own }) },
      })
    }
    book.readings.put({ equipmentId, archiveType: 'hourly', view: 'unified' }, records)
    if (next.length > 0) book.readings.put({ equipmentId: equipmentId + NEXT, archiveType: 'hourly', view: 'unified' }, next)
    if (days.length > 0) book.readings.put({ equipmentId, archiveType: 'daily', view: 'unified' }, days)
    const span = { from: utcDay(fromMs - beside * HOUR_MS), to: utcDay(toMs + 2 * DAY_MS) }
    for (const device of world.device ? [equipmentId, equipmentId + NEXT] : [equipmentId])
      for (const archiveType of ['hourly', ...(days.length > 0 ? ['daily'] : [])])
        book.coverage.mark({ equipmentId: device, archiveType, view: 'unified' }, span, { state: 'fetched', fetchedAtMs: NOW })
    if (world.exchange !== undefined)
      book.events.add({ equipmentId, archiveType: 'changes' }, [
        {
          atMs: fromMs + world.exchange * HOUR_MS + 60_000,
          entries: { Code: '9', CodeDescription: 'Замена счётчика' },
        },
      ])
    book.clocks.setOfStations([id], { timeZone: ZONE, contractHour: gas.contractHour })
  })
}
const utcDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
const gasDayEnds = (atMs: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(atMs) === '06:00'

const sumOf = (from: number, to: number, without: readonly number[] = []) => {
  let sum = 0
  for (let hour = from; hour < to; hour++) if (!without.includes(hour)) sum += m3Of(hour)
  return sum
}

const OCTOBER = { month: '2026-10-01', last: '2026-10-31' }
const MARCH = { month: '2026-03-01', last: '2026-03-31' }
const INSIDE = [100, 101, 102]
/** Gas days end at places 24, 48, … */
const OVER = [238, 239, 240, 241]
const OUT = [235, 236, 237, 238, 239, 240, 241]

const WORLDS: readonly [name: string, world: World, truth: (hours: number) => Truth][] = [
  [
    'volumes and a counter, with a hole in a day, one over the end of a day and a record without a number; clocks go back',
    { ...OCTOBER, lost: [...INSIDE, ...OVER], blank: [400] },
    (hours) => ({ m3: sumOf(0, hours), received: hours - 8, byCounter: 8, byDaily: 0, unknown: 0 }),
  ],
  [
    'volumes alone, with the same holes; clocks go forward',
    { ...MARCH, lost: [...INSIDE, ...OVER], counter: 'none' },
    (hours) => ({
      m3: sumOf(0, hours, [...INSIDE, ...OVER]),
      received: hours - 7,
      byCounter: 0,
      byDaily: 0,
      unknown: 7,
    }),
  ],
  [
    'volumes alone beside daily records, which tell the holes',
    { ...MARCH, lost: INSIDE, counter: 'none', daily: true },
    (hours) => ({ m3: sumOf(0, hours), received: hours - 3, byCounter: 0, byDaily: 3, unknown: 0 }),
  ],
  [
    'a counter alone, with holes in a day and over the end of one',
    { ...OCTOBER, lost: [...INSIDE, ...OVER], counter: 'alone' },
    (hours) => ({ m3: sumOf(0, hours), received: hours - 7, byCounter: 7, byDaily: 0, unknown: 0 }),
  ],
  [
    'records between the hours that are parts of their hours',
    { ...OCTOBER, between: 'part' },
    (hours) => ({ m3: sumOf(0, hours), received: hours, byCounter: 0, byDaily: 0, unknown: 0 }),
  ],
  [
    'records between the hours that their hours hold already',
    { ...MARCH, between: 'again', lost: INSIDE },
    (hours) => ({ m3: sumOf(0, hours), received: hours - 3, byCounter: 3, byDaily: 0, unknown: 0 }),
  ],
  [
    'an exchange of the meter in a hole, which nobody knows',
    { ...OCTOBER, lost: [...INSIDE, ...OVER], exchange: 101 },
    (hours) => ({ m3: sumOf(0, hours, INSIDE), received: hours - 7, byCounter: 4, byDaily: 0, unknown: 3 }),
  ],
  [
    'an exchange at a device with a counter alone',
    { ...OCTOBER, counter: 'alone', exchange: 101 },
    (hours) => ({ m3: sumOf(0, hours, [101]), received: hours - 1, byCounter: 0, byDaily: 0, unknown: 1 }),
  ],
  [
    'another device, put in seven hours after the old one was taken out, over the end of a gas day',
    { ...OCTOBER, lost: OUT, device: { at: 242, counts: 'too' } },
    (hours) => ({ m3: sumOf(0, hours, OUT), received: hours - 7, byCounter: 0, byDaily: 0, unknown: 7 }),
  ],
  [
    'another device put in at once; clocks go forward',
    { ...MARCH, lost: INSIDE, device: { at: 301, counts: 'too' } },
    (hours) => ({ m3: sumOf(0, hours), received: hours - 3, byCounter: 3, byDaily: 0, unknown: 0 }),
  ],
  [
    'another device that archives counters alone: what its first record tells nobody knows',
    { ...OCTOBER, lost: OUT, device: { at: 242, counts: 'alone' } },
    (hours) => ({ m3: sumOf(0, hours, [...OUT, 242]), received: hours - 8, byCounter: 0, byDaily: 0, unknown: 8 }),
  ],
  [
    'a station that is silent from the middle of the month on',
    { ...MARCH, silent: 400 },
    (hours) => ({ m3: sumOf(0, 401), received: 401, byCounter: 0, byDaily: 0, unknown: hours - 401 }),
  ],
]

const folder = testFolder()
const file = folder.file('one.meterbook')
const of = ({ month, last }: World) => ({ from: month, to: last })
let places: ReturnType<typeof placesOf>
beforeAll(() => {
  const book = openBook(file, { mode: 'write', now: () => NOW })
  for (const [at, [, world]] of WORLDS.entries()) write(book, at + 1, world)
  book.close()
  places = placesOf(file, { clock: gas, name: (id) => `ГРП-${id}`, nowMs: NOW })
})
afterAll(async () => {
  await places?.close()
  folder.remove()
})

test.each(WORLDS.map(([name, world, truthOf], at) => [name, at + 1, world, truthOf(hoursOf(world))] as const))(
  '%s',
  async (_, id, world, truth) => {
    const beside = WORLDS.flatMap(([, { month }], at) => (month === world.month ? [at + 1] : []))
    const expected = { ...truth, known: truth.received + truth.byCounter + truth.byDaily }
    for (const { where, m3, rounding, ...hours } of await places.answers(id, of(world), beside)) {
      expect(Math.abs(m3 - truth.m3), `${where}: ${m3} m³ for ${truth.m3}`).toBeLessThanOrEqual(rounding)
      expect({ where, ...expected, ...hours }).toMatchObject({ where, ...expected })
    }

    if (world.device) {
      // Both serial numbers, in the head and with the counters of the exchange.
      const { pages, workbook } = await places.files(of(world), beside)
      const said = linesOf(workbook.sheets.find(({ name }) => name.includes(`ГРП-${id}`))).map((one) => one.join(' '))
      expect(
        pages
          .flat()
          .map((line) => line.join(' '))
          .join('\n'),
      ).toContain(`${10_000 + id}, N${id}`)
      expect(said.filter((one) => one.includes(`No. ${10_000 + id} taken off at`) && one.includes(`No. N${id} put on at`))).toHaveLength(1)
    }
    if (world.between === undefined) return

    // The sum of a channel that tells it, holes that the counter tells included; and what the cursors leave out.
    const sums = folder.file(`sums ${id}.csv`)
    const days = ['--stations', String(id), '--from', world.month, '--to', world.last]
    const channel = ['--archives', 'hourly', '--channel', 'gas_consume', '--by', 'month']
    await places.meterbook('export', 'sums', '--book', file, ...days, ...channel, '--plain', '--out', sums)
    const [sumHead = [], sumRow = []] = strictCsv(readFileSync(sums, 'utf8'), ',')
    expect(Number(sumRow[sumHead.findIndex((one) => one.startsWith('gas_consume'))]), sumHead.join()).toBeCloseTo(truth.m3, 6)
    const columns = { stationId: id, archiveType: 'hourly', view: 'unified', fromMs: 0, toMs: 8.64e15 } as const
    const { leftOutMs } = await (await places.client()).readings.columns(columns)
    expect(leftOutMs.length > 0).toBe(world.between === 'again')
  },
)
