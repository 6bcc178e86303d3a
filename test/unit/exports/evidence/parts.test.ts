import fc from 'fast-check'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { amountsOf } from '../../../../electron/analysis/answers/consumption/amounts.ts'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import type { Day, Reading, ReadingView } from '../../../../electron/contract/records.ts'
import { addDays, dayAt } from '../../../../electron/contract/time/day.ts'
import { gasDayAt, gasDaySpan, gasPeriods, type GasClock } from '../../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { writeBundle } from '../../../../electron/exports/evidence/bundle.ts'
import { verifyBundle } from '../../../../electron/exports/evidence/verify.ts'
import { shareBook } from '../../../../electron/exports/sharing/share.ts'
import { STATIONS, world } from '../../../support/worlds/world.ts'
import { numRuns, tempBook, tempFolder } from '../../book/fixtures.ts'
import { sampleChoice } from './sample.ts'
import { stationFixture } from './station-fixture.ts'

/** A part of a book, shared or signed, tells of a period that it holds what the whole book tells. */

const DAYS = 40
/** Days around which clocks change in some of the zones. */
const BEGINS = [Date.UTC(2026, 2, 2), Date.UTC(2026, 9, 12), Date.UTC(2026, 5, 1)]
const ZONES = ['Europe/Berlin', 'America/Chicago', 'Asia/Yekaterinburg'] as const
/** When a device closes its days: with the gas day, at one moment of UTC all year, or at an hour of its own. */
const CLOSINGS = ['gasDay', 'utc', 'otherHour'] as const

interface Planted {
  seed: number
  index: number
  begin: number
  zone: (typeof ZONES)[number]
  contractHour: number
  closing: (typeof CLOSINGS)[number]
  /** Hours that no view has, and days that have no daily record. */
  lost: readonly number[]
  lostDays: readonly number[]
  /** By hour: which views have it, 0 both. */
  views: readonly number[]
  /** Hour at which the device is exchanged; null: never. */
  exchangeAt: number | null
  counts: boolean
  /** It archives days alone. */
  daysAlone: boolean
}

const hour = fc.nat(DAYS * 24 - 1)
const planted: fc.Arbitrary<Planted> = fc.record({
  seed: fc.integer({ min: 1, max: numRuns(6, 120) }),
  index: fc.nat(STATIONS - 1),
  begin: fc.constantFrom(...BEGINS),
  zone: fc.constantFrom(...ZONES),
  contractHour: fc.constantFrom(0, 6, 10),
  closing: fc.constantFrom(...CLOSINGS),
  lost: fc
    .array(fc.tuple(hour, fc.integer({ min: 1, max: 40 })), { maxLength: 8 })
    .map((holes) => holes.flatMap(([from, length]) => Array.from({ length }, (_, at) => from + at))),
  lostDays: fc.array(fc.nat(DAYS), { maxLength: 6 }),
  views: fc.array(fc.nat(2), { minLength: 7, maxLength: 7 }),
  exchangeAt: fc.option(fc.integer({ min: 24 * 4, max: (DAYS - 4) * 24 })),
  counts: fc.boolean(),
  daysAlone: fc.nat(3).map((of) => of === 0),
})

const worlds = new Map<number, ReturnType<typeof world>>()

/** The gas of a planted station, hour by hour. */
function volumesOf({ seed, index }: Planted): number[] {
  const made = worlds.get(seed) ?? world(seed)
  worlds.set(seed, made)
  const { station } = made
  for (let at = index; ; at = (at + 1) % STATIONS) {
    const hourly = station(at).data.archives.find(({ archiveType }) => archiveType === 'hourly')
    const volume = hourly?.channels.find(({ channelVarname }) => channelVarname === 'gas_consume')
    if (volume) return Array.from(volume.values.subarray(0, DAYS * 24), (m3) => Math.round((Number.isNaN(m3) ? 1 : m3) * 100) / 100)
  }
}

const gasOf = ({ zone, contractHour }: Planted): GasClock => ({ zone, contractHour })
const nowOf = ({ begin }: Planted): number => begin + (DAYS + 3) * DAY_MS

function bookOf(one: Planted): Book {
  const { begin, closing, lost, lostDays, views, exchangeAt, counts, daysAlone } = one
  const gas = gasOf(one)
  const volumes = volumesOf(one)
  const book = tempBook(() => nowOf(one))
  const names = [
    ['Vpriv', 'Стандартный объём за период'],
    ['VNakpriv', 'Накопленный стандартный объём'],
  ] as const
  book.page(() => {
    book.consumers.put([{ id: 1, name: 'Школа', subdivisionTypeName: null, inn: null, contactNumber: null }])
    book.channels.put(
      (['hourly', 'daily'] as const).flatMap((archiveTypeVarname) =>
        names.map(([channelVarname, channelName]) => ({
          equipmentTypeId: 1,
          archiveTypeName: null,
          archiveTypeVarname,
          telemetryTypeName: null,
          channelName,
          channelVarname,
          unitName: 'м3',
        })),
      ),
    )
    book.clocks.setOfBook({ timeZone: gas.zone, contractHour: gas.contractHour })
  })
  /** One device, from one hour to another. */
  function device(equipmentId: number, from: number, to: number, count: number) {
    let counter = count
    const rows = volumes.slice(from, to).map((m3, nth) => {
      counter = Math.round((counter + m3) * 100) / 100
      return { at: from + nth, atMs: begin + (from + nth + 1) * HOUR_MS, m3, counter }
    })
    const values = (view: ReadingView, m3: number, count: number): Reading['values'] =>
      view === 'general'
        ? { Vpriv: m3, ...(counts && { VNakpriv: count }) }
        : { gas_consume: String(m3), ...(counts && { reading_value: String(count) }) }
    const isIn = (view: ReadingView, at: number) => (views[at % views.length] ?? 0) !== (view === 'general' ? 1 : 2)
    const range = { fromMs: begin + from * HOUR_MS, toMs: begin + to * HOUR_MS }
    // The moment at which the first gas day ends, all year.
    const first = gasDaySpan(dayAt(begin), dayAt(begin), gas)
    const clocks: Record<Planted['closing'], GasClock> = {
      gasDay: gas,
      utc: { zone: 'UTC', contractHour: new Date(first.toMs).getUTCHours() },
      otherHour: { ...gas, contractHour: (gas.contractHour + 5) % 24 },
    }
    const clock = clocks[closing]
    const days = gasPeriods(range, 'day', clock).filter(({ part }, at) => !part && !lostDays.includes(at))
    book.page(() => {
      for (const view of daysAlone ? [] : (['general', 'unified'] as const)) {
        const key = { equipmentId, archiveType: 'hourly', view } as const
        const own = rows.filter(({ at }) => !lost.includes(at) && isIn(view, at))
        book.readings.put(
          key,
          own.map(({ atMs, m3, counter: count }) => ({ atMs, values: values(view, m3, count) })),
        )
        book.coverage.mark(key, { from: dayAt(range.fromMs), to: dayAt(range.toMs) }, { state: 'fetched', fetchedAtMs: nowOf(one) })
      }
      const daily = { equipmentId, archiveType: 'daily', view: 'general' } as const
      book.readings.put(
        daily,
        days.map(({ fromMs, toMs }) => {
          const within = rows.filter(({ atMs }) => atMs > fromMs && atMs <= toMs)
          const m3 = Math.round(within.reduce((sum, row) => sum + row.m3, 0) * 100) / 100
          return { atMs: toMs, values: values('general', m3, within.at(-1)?.counter ?? 0) }
        }),
      )
      book.coverage.mark(daily, { from: dayAt(range.fromMs), to: dayAt(range.toMs) }, { state: 'fetched', fetchedAtMs: nowOf(one) })
    })
  }
  const list = (equipmentId: number, atMs: number) =>
    book.page(() =>
      book.stations.put([{ ...stationFixture(1), equipmentId, equipmentSerialNumber: `N${equipmentId}` }, stationFixture(2)], atMs),
    )
  list(101, begin + HOUR_MS)
  device(101, 0, exchangeAt ?? volumes.length, 5_000)
  device(102, 0, volumes.length, 90_000)
  if (exchangeAt !== null) {
    list(111, begin + (exchangeAt + 1) * HOUR_MS)
    device(111, exchangeAt, volumes.length, 12)
  }
  return book
}

const told = async (book: Book, one: Planted, stationId: number, span: { from: Day; to: Day }, gas = gasOf(one)) => {
  const { amounts, total } = await amountsOf(book, {
    stationIds: [stationId],
    by: 'day',
    ...span,
    earlierYears: 0,
    gas,
    usual: gas,
    nowMs: nowOf(one),
  })
  const number = ({ m3, received, byCounter, byDaily, unknown }: (typeof amounts)[number]) => ({
    m3,
    received,
    byCounter,
    byDaily,
    unknown,
  })
  return { days: amounts.map((row) => [row.day, number(row)]), total: total && number(total) }
}

async function sharedOf(book: Book, one: Planted, stationId: number, span: { from: Day; to: Day }): Promise<Book> {
  const file = join(tempFolder(), 'part.meterbook')
  await shareBook(book, { stationIds: [stationId], ...span, usual: gasOf(one) }, file)
  const part = openBook(file, { mode: 'read', now: () => nowOf(one) })
  onTestFinished(() => part.close())
  return part
}

const daysFrom = ({ begin, ...one }: Planted, first: number, length: number): { from: Day; to: Day } => {
  const from = addDays(gasDayAt(begin, { zone: one.zone, contractHour: one.contractHour }), 1 + first)
  return { from, to: addDays(from, length) }
}

/** The record of the last day of the part is missing: the counter of the day after it tells it. */
const LAST_DAY_MISSING: Planted = {
  seed: 1,
  index: 0,
  begin: Date.UTC(2026, 2, 2),
  zone: 'Europe/Berlin',
  contractHour: 0,
  closing: 'gasDay',
  lost: [],
  lostDays: [6],
  views: [0],
  exchangeAt: null,
  counts: true,
  daysAlone: true,
}

/** Nothing tells the day of an exchange, and no record ends with the day before. */
const NOTHING_BESIDE: Planted = { ...LAST_DAY_MISSING, lostDays: [3], views: [0], exchangeAt: 96, counts: false }

test('any days of any station, shared, tell what they tell in the whole book; a zone by another name tells the same', async () => {
  await fc.assert(
    fc.asyncProperty(planted, fc.constantFrom(1, 2), fc.nat(DAYS - 8), fc.nat(6), async (one, stationId, first, length) => {
      const book = bookOf(one)
      const span = daysFrom(one, first, length)
      const whole = await told(book, one, stationId, span)
      expect(await told(await sharedOf(book, one, stationId, span), one, stationId, span)).toEqual(whole)
      if (one.zone === 'Asia/Yekaterinburg')
        expect(await told(book, one, stationId, span, { zone: 'Etc/GMT-5', contractHour: one.contractHour })).toEqual(whole)
      book.close()
    }),
    {
      numRuns: numRuns(20, 200),
      examples: [
        [LAST_DAY_MISSING, 1, 3, 2],
        [NOTHING_BESIDE, 1, 3, 0],
      ],
    },
  )
}, 1_800_000)

test('evidence of a month in winter time says in each of its parts what the book says', async () => {
  const one: Planted = {
    seed: 3,
    index: 4,
    begin: Date.UTC(2026, 9, 12),
    zone: 'Europe/Berlin',
    contractHour: 0,
    closing: 'utc',
    lost: Array.from({ length: DAYS }, (_, day) => day * 24 + 5),
    lostDays: [],
    views: [0],
    exchangeAt: null,
    counts: false,
    daysAlone: false,
  }
  const book = bookOf(one)
  const gas = gasOf(one)
  for (const span of [
    { from: '2026-10-14', to: '2026-10-20' },
    { from: '2026-10-26', to: '2026-11-10' },
    { from: '2026-11-03', to: '2026-11-15' },
  ]) {
    const file = join(tempFolder(), 'evidence.zip')
    await writeBundle(
      book,
      { ...sampleChoice, ...span, stationIds: [1, 2], timeZone: gas.zone, contractHour: gas.contractHour, madeAtMs: nowOf(one) },
      file,
      { version: '1', key: null },
    )
    const { verification, close } = await verifyBundle(file, { version: '1' })
    await close()
    for (const { stationId, stated, computed, isSame } of verification.numbers) {
      expect([stationId, isSame]).toEqual([stationId, true])
      expect(stated).toEqual(computed)
      expect(stated).toEqual((await told(book, one, stationId, span)).total)
    }
  }
  expect(gasDaySpan('2026-10-25', '2026-10-25', gas)).toMatchObject({ toMs: Date.UTC(2026, 9, 25, 23) })
})
