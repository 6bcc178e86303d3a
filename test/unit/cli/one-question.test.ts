import { createRouterClient } from '@orpc/server'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import type { ConsumptionAmount } from '../../../electron/contract/consumption.ts'
import { gasDaySpan } from '../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { hostIn } from '../../support/backend.ts'
import { strictCsv } from '../../support/csv.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { readZip } from '../../support/evidence-tampering.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { testFolder } from '../../support/pull.ts'
import { linesOf, openedBook } from '../../support/xlsx.ts'
import { consumer, station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/**
 * One question, seven places: what flowed at a station in a month, how much of it is known, and what is not. The window,
 * `consumption`, `export`, the form (PDF and XLSX), `report.json` of the evidence, the lake and the public views of the book
 * answer it with the same numbers, and these are the ones that the test reckons from what it wrote. Each world is a station of
 * one book: files are made once, those of a month of all stations that are asked for it.
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

/** SQL: m³, hours that are known, hours that the days have, and hours received; what is in no day is in the spans. */
const daysAndSpans = (days: string, spans: string, id: number, { month, last }: World): string => `
  SELECT sum(volume), sum(hours), sum(due), sum(received) FROM (
    SELECT volume, hours, hours_expected AS due, received FROM ${days} WHERE station_id = ${id} AND day BETWEEN '${month}' AND '${last}'
    UNION ALL SELECT volume, hours, 0, received FROM ${spans} WHERE station_id = ${id} AND first_day >= '${month}' AND last_day <= '${last}') AS told`

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
const daysOf = ({ month, last }: Pick<World, 'month' | 'last'>, ...ids: number[]) => [
  '--stations',
  ids.join(','),
  '--from',
  month,
  '--to',
  last,
]
async function meterbook(...args: string[]): Promise<string> {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const code = await run(args, seen)
  expect([0, 1], seen.noted.join('\n')).toContain(code)
  return seen.printed.join('\n')
}

/** What files say of a month of all its stations. */
async function filesOf(month: Pick<World, 'month' | 'last'>) {
  const ids = WORLDS.flatMap(([, world], at) => (world.month === month.month ? [at + 1] : []))
  const days = daysOf(month, ...ids)
  const named = (name: string) => folder.file(`${month.month} ${name}`)
  const [pdf, xlsx, zip] = [named('form.pdf'), named('form.xlsx'), named('evidence.zip')]
  for (const out of [pdf, xlsx]) await meterbook('report', 'consumption-daily', '--book', file, ...days, '--language', 'en', '--out', out)
  await meterbook('evidence', '--book', file, ...days, '--out', zip)
  return {
    pages: await pdfText(readFileSync(pdf)),
    workbook: await openedBook(xlsx),
    stated: (JSON.parse(String((await readZip(zip)).get('evidence/data/report.json'))) as Stated).consumption.stated,
  }
}
interface Stated {
  consumption: { stated: (ConsumptionAmount & { stationId: number })[] }
}

const opened = async () => {
  const backend = await startBackend(hostIn(folder.file('window'), { kind: 'desktop' }), { book: file, mode: 'write' })
  return { client: createRouterClient(backend.router), close: () => backend.close() }
}

const lake = folder.file('lake')
let files: Map<string, Awaited<ReturnType<typeof filesOf>>>
let window: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  const book = openBook(file, { mode: 'write', now: () => NOW })
  for (const [at, [, world]] of WORLDS.entries()) write(book, at + 1, world)
  book.close()
  files = new Map([
    [OCTOBER.month, await filesOf(OCTOBER)],
    [MARCH.month, await filesOf(MARCH)],
  ])
  await meterbook('export', 'lake', '--book', file, '--out', lake)
  window = await opened()
})
afterAll(async () => {
  await window?.close()
  folder.remove()
})

test.each(WORLDS.map(([name, world, truthOf], at) => [name, at + 1, world, truthOf(hoursOf(world))] as const))(
  '%s',
  async (_, id, world, truth) => {
    const days = daysOf(world, id)
    const { pages, workbook, stated } = files.get(world.month) as Awaited<ReturnType<typeof filesOf>>
    const isTruth = (where: string, one: Partial<Truth>) => {
      const { m3, ...hours } = one
      expect({ where, ...hours }).toEqual({
        where,
        received: truth.received,
        byCounter: truth.byCounter,
        byDaily: truth.byDaily,
        unknown: truth.unknown,
      })
      expect(m3, where).toBeCloseTo(truth.m3, 6)
    }
    const areDays = (where: string, [m3 = Number.NaN, hours = 0, due = 0, received]: number[]) => {
      expect(m3, where).toBeCloseTo(truth.m3, 6)
      const told = truth.received + truth.byCounter + truth.byDaily
      expect({ where, received, hours, unknown: due - hours }).toEqual({
        where,
        received: truth.received,
        hours: told,
        unknown: truth.unknown,
      })
    }
    const four = ({ m3, received, byCounter, byDaily, unknown }: ConsumptionAmount): Truth => ({
      m3: m3 ?? 0,
      received,
      byCounter,
      byDaily,
      unknown,
    })

    // The command, by each step: its rows and what is between them add up to the total.
    for (const by of ['hour', 'day', 'month', 'year']) {
      const said = JSON.parse(await meterbook('consumption', '--book', file, '--by', by, ...days, '--json')) as {
        amounts: ConsumptionAmount[]
        between: (Truth & { rows: unknown[] }) | null
        total: ConsumptionAmount
      }
      isTruth(`consumption --by ${by}`, four(said.total))
      const rows = said.amounts.reduce((sum, { m3 }) => sum + (m3 ?? 0), said.between?.m3 ?? 0)
      expect(rows, by).toBeCloseTo(truth.m3, 6)
      const told = [...said.amounts, ...(said.between ? [said.between] : [])]
      const received = told.reduce((sum, one) => sum + one.received, 0)
      expect(received, `received by ${by}`).toBe(truth.received)
    }

    // A file of the export.
    const csv = folder.file(`out ${id}.csv`)
    await meterbook('export', 'consumption', '--book', file, '--by', 'month', ...days, '--plain', '--out', csv)
    const [head = [], row = []] = strictCsv(readFileSync(csv, 'utf8'), ',')
    const cell = (name: string) => Number(row[head.findIndex((one) => one.startsWith(name))])
    isTruth('export', {
      m3: cell('consumed'),
      received: cell('hours_received'),
      byCounter: cell('hours_by_counter'),
      byDaily: cell('hours_by_daily'),
      unknown: cell('hours_unknown'),
    })

    // The form on paper and as a workbook.
    const lines = pages.filter((page) => page.flat().join(' ').includes(`ГРП-${id}`)).flat()
    const text = lines.map((line) => line.join(' ')).join('\n')
    const total = lines.find(([first, ...more]) => first === 'Total' && more.length > 1) ?? []
    const paper = Number((total[1] ?? '').replaceAll(/\s/g, ''))
    expect(Math.abs(paper - truth.m3), `paper: ${total[1]} for ${truth.m3}`).toBeLessThanOrEqual(0.005 + 1e-6)
    expect(text.replaceAll(/(\d)\s(?=\d{3}\b)/g, '$1')).toContain(
      `${truth.received}/${truth.received + truth.byCounter + truth.byDaily + truth.unknown}`,
    )
    const sheet = workbook.sheets.find(({ name }) => name.includes(`ГРП-${id}`))
    const totals = linesOf(sheet).find((one) => one.includes('Total')) ?? []
    const volume = totals.find((one) => typeof one === 'number')
    expect(volume as number, 'workbook').toBeCloseTo(truth.m3, 6)
    if (world.device) {
      // Both serial numbers, in the head and with the counters of the exchange.
      const said = linesOf(sheet).map((one) => one.join(' '))
      expect(text).toContain(`${10_000 + id}, N${id}`)
      expect(said.filter((one) => one.includes(`No. ${10_000 + id} taken off at`) && one.includes(`No. N${id} put on at`))).toHaveLength(1)
    }

    // The evidence.
    isTruth('report.json', four(stated.find(({ stationId }) => stationId === id) as ConsumptionAmount))

    // The lake: days, and what is in none of them.
    const ofLake = (table: string) => `read_parquet('${lake}/${table}/*.parquet')`
    const [inLake = []] = await duckRows(await duck(), daysAndSpans(ofLake('consumption_day'), ofLake('consumption_span'), id, world))
    areDays('lake', inLake.map(Number))

    // The window.
    const { client } = window
    const { month: from, last: to } = world
    const shown = await client.consumption.amounts({
      stationIds: [id],
      by: 'month',
      from,
      to,
      timeZone: ZONE,
      contractHour: gas.contractHour,
    })
    isTruth('window', four(shown.total as ConsumptionAmount))

    // The public views of the book.
    const read = openBook(file, { mode: 'read', now: () => NOW })
    const inViews = read.db
      .prepare<[], number[]>(daysAndSpans('v_consumption_day', 'v_consumption_span', id, world))
      .raw()
      .get()
    read.close()
    areDays('views', inViews ?? [])
    if (world.between === undefined) return

    // The sum of a channel that tells it, holes that the counter tells included; and what the cursors leave out.
    const sums = folder.file(`sums ${id}.csv`)
    await meterbook(
      'export',
      'sums',
      '--book',
      file,
      ...days,
      '--archives',
      'hourly',
      '--channel',
      'gas_consume',
      '--by',
      'month',
      '--plain',
      '--out',
      sums,
    )
    const [sumHead = [], sumRow = []] = strictCsv(readFileSync(sums, 'utf8'), ',')
    expect(Number(sumRow[sumHead.findIndex((one) => one.startsWith('gas_consume'))]), sumHead.join()).toBeCloseTo(truth.m3, 6)
    const { leftOutMs } = await client.readings.columns({ stationId: id, archiveType: 'hourly', view: 'unified', fromMs: 0, toMs: 8.64e15 })
    expect(leftOutMs.length > 0).toBe(world.between === 'again')
  },
)
