import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountsOf } from '../../../../../electron/analysis/answers/consumption/amounts.ts'
import { keepConsumption } from '../../../../../electron/analysis/answers/consumption/keep-all.ts'
import { sumsOf } from '../../../../../electron/analysis/answers/readings/readings.ts'
import type { Book } from '../../../../../electron/book/index.ts'
import type { ConsumptionStep } from '../../../../../electron/contract/consumption-words.ts'
import { hoursIn, hoursTold, type KnownHours } from '../../../../../electron/contract/known-hours.ts'
import { addDays } from '../../../../../electron/contract/time/day.ts'
import { gasDayAt, gasDaySpan } from '../../../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { numRuns, station, tempBook } from '../../../book/fixtures.ts'

/**
 * One question, its places: what flowed, and how many hours of it are known. Stations that begin in the middle of a gas day,
 * holes, daily records, an exchange, days of 23 and 25 hours, zones with half hours, the gas day that runs.
 */

const KEY = { archiveType: 'hourly', view: 'general' } as const
const [OLD, NEXT] = [1001, 9001]

interface World {
  zone: string
  contractHour: number
  /** Hours after the gas day of the first has begun in which the first record is. */
  begins: number
  /** Hours up to the last record. */
  hours: number
  /** Hours since the last record that are over. */
  quiet: number
  lost: readonly number[]
  counter: boolean
  daily: boolean
  /** The hour in which another device begins, and how many hours there was none. */
  exchange: { at: number; gap: number } | null
}

const FIRST = '2026-10-20'
const m3Of = (hour: number): number => 10 + (hour % 7)

const worlds = fc.record<World>({
  zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
  contractHour: fc.constantFrom(0, 6, 10),
  begins: fc.nat(30),
  hours: fc.integer({ min: 60, max: 420 }),
  quiet: fc.nat(20),
  lost: fc.uniqueArray(fc.nat(400), { maxLength: 12 }),
  counter: fc.boolean(),
  daily: fc.boolean(),
  exchange: fc.option(fc.record({ at: fc.integer({ min: 26, max: 55 }), gap: fc.nat(5) })),
})

function planted(world: World) {
  const gas = { zone: world.zone, contractHour: world.contractHour }
  const firstMs = gasDaySpan(FIRST, FIRST, gas).fromMs + world.begins * HOUR_MS
  const endMs = firstMs + world.hours * HOUR_MS
  const nowMs = endMs + world.quiet * HOUR_MS + 17 * 60_000
  const { exchange } = world
  const isGap = (hour: number) => exchange !== null && hour >= exchange.at - exchange.gap && hour < exchange.at
  const isLost = (hour: number) => (world.lost.includes(hour) && hour > 0 && hour < world.hours - 1 && hour !== exchange?.at) || isGap(hour)
  const book = tempBook()
  const isNext = (hour: number) => exchange !== null && hour >= exchange.at
  const values = ['Vpriv', 'VNakpriv']
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: OLD })], firstMs)
    if (exchange) book.stations.put([station({ id: 1, equipmentId: NEXT, equipmentSerialNumber: 'N1' })], endMs)
    book.channels.put(
      ['hourly', 'daily'].flatMap((archiveTypeVarname) =>
        values.map((channelVarname) => ({
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
    let counter = 500
    for (let hour = 0; hour < world.hours; hour++) {
      counter = hour === exchange?.at ? 20 : counter + m3Of(hour)
      if (isLost(hour)) continue
      const record = {
        atMs: firstMs + (hour + 1) * HOUR_MS,
        values: { Vpriv: m3Of(hour), ...(world.counter ? { VNakpriv: counter } : {}) },
      }
      book.readings.put({ ...KEY, equipmentId: isNext(hour) ? NEXT : OLD }, [record])
    }
    for (let day = FIRST; world.daily && gasDaySpan(day, day, gas).toMs <= endMs; day = addDays(day, 1)) {
      const { fromMs, toMs } = gasDaySpan(day, day, gas)
      const last = (toMs - firstMs) / HOUR_MS - 1
      if (last < 0) continue
      let own = 0
      for (let hour = Math.max(0, (fromMs - firstMs) / HOUR_MS); hour <= last; hour++)
        if (!isGap(hour) && isNext(hour) === isNext(last)) own += m3Of(hour)
      const key = { ...KEY, archiveType: 'daily', equipmentId: isNext(last) ? NEXT : OLD }
      // A station that begins within the day: its first record is of its hours alone, and says nothing of those before.
      if (fromMs >= firstMs) book.readings.put(key, [{ atMs: toMs, values: { Vpriv: own } }])
    }
    book.clocks.setOfStations([1], { timeZone: gas.zone, contractHour: gas.contractHour })
  })
  return { book, gas, nowMs, firstMs, endMs, last: gasDayAt(nowMs, gas), gap: exchange?.gap ?? 0 }
}

const FOUR = ['received', 'byCounter', 'byDaily', 'unknown'] as const
const four = (hours: KnownHours) => FOUR.map((key) => hours[key])
const plus = (list: readonly KnownHours[]) => FOUR.map((key) => list.reduce((sum, one) => sum + one[key], 0))

async function asked({ book, gas, nowMs, last }: ReturnType<typeof planted>, by: ConsumptionStep) {
  const { amounts, between, total } = await amountsOf(book, {
    stationIds: [1],
    by,
    from: FIRST,
    to: last,
    earlierYears: 0,
    gas,
    usual: gas,
    nowMs,
  })
  if (!total) throw new Error('no total')
  const m3 = amounts.reduce((sum, one) => sum + (one.m3 ?? 0), between?.m3 ?? 0)
  return { amounts, between, total, m3 }
}

const close = (a: number | null, b: number | null) => expect(Math.abs((a ?? Number.NaN) - (b ?? Number.NaN))).toBeLessThan(1e-6)

test('hours, days and months, the public views and the sums of the channel tell the same m³ and the same known hours', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const it = planted(world)
      const { book, gas, nowMs, firstMs, endMs } = it
      try {
        const day = await asked(it, 'day')
        // What is due: from the first record until now, and nothing else.
        const due = Math.floor((nowMs - firstMs) / HOUR_MS)
        expect(hoursIn(day.total)).toBe(due)
        expect(day.total.unknown).toBeGreaterThanOrEqual(world.quiet + it.gap)
        for (const by of ['hour', 'day', 'month'] as const) {
          const one = await asked(it, by)
          expect([by, four(one.total)]).toEqual([by, four(day.total)])
          close(one.m3, day.total.m3)
          close(one.total.m3, day.total.m3)
          // What is between the rows is unknown in them.
          const rows = plus([...one.amounts, ...(one.between ? [one.between] : [])])
          const told = one.between ? hoursTold(one.between) : 0
          expect([by, rows[3]]).toEqual([by, day.total.unknown + told])
          expect([by, ...rows.slice(0, 3)]).toEqual([by, ...four(day.total).slice(0, 3)])
        }
        await keepConsumption(book, [1], { usual: gas, nowMs })
        const kept = book.db
          .prepare<[], { day: string; volume: number | null; hours: number; due: number }>(
            'SELECT day, volume, hours, hours_expected AS due FROM v_consumption_day ORDER BY day',
          )
          .all()
        const span = book.db
          .prepare<[], { m3: number; hours: number }>(
            'SELECT coalesce(sum(volume), 0) AS m3, coalesce(sum(hours), 0) AS hours FROM v_consumption_span',
          )
          .get()
        // A day that nobody asked for has no row there.
        const rows = new Map(day.amounts.map((amount) => [amount.day, amount]))
        for (const one of kept) {
          const amount = rows.get(one.day)
          expect([one.day, one.volume, one.hours, one.due]).toEqual([
            one.day,
            amount?.m3,
            amount && hoursTold(amount),
            amount && hoursIn(amount),
          ])
        }
        close(
          kept.reduce((sum, { volume }) => sum + (volume ?? 0), span?.m3 ?? 0),
          day.total.m3,
        )
        expect(kept.reduce((sum, { hours }) => sum + hours, span?.hours ?? 0)).toBe(hoursTold(day.total))

        const whole = gasDaySpan(FIRST, it.last, gas)
        for (const by of ['day', 'month'] as const)
          for (const channelVarname of world.counter ? ['Vpriv', 'VNakpriv'] : ['Vpriv']) {
            const { amounts, between, total } = await asked(it, by)
            const clock = { timeZone: gas.zone, contractHour: gas.contractHour }
            const sums = sumsOf(book, { stationId: 1, ...KEY, channelVarname, ...whole, by, ...clock }, { usual: gas, nowMs })
            expect(sums.rows.map(({ day, value, lacking, expected }) => [day, value, lacking, expected])).toEqual(
              amounts.map((amount) => [
                by === 'month' ? `${amount.day.slice(0, 7)}-01` : amount.day,
                amount.m3,
                amount.unknown,
                hoursIn(amount),
              ]),
            )
            close(
              sums.rows.reduce((sum, { value }) => sum + (value ?? 0), sums.between ?? 0),
              total.m3,
            )
            close(sums.between ?? 0, between?.m3 ?? 0)
          }

        // The day that runs goes on: what was kept of it knows that more is due, and the rest of it is read by nobody.
        const laterMs = Math.min(nowMs + 3 * HOUR_MS, gasDaySpan(it.last, it.last, gas).toMs + DAY_MS)
        await keepConsumption(book, [1], { usual: gas, nowMs: laterMs })
        const later = await asked({ ...it, nowMs: laterMs, last: gasDayAt(laterMs, gas) }, 'day')
        expect(hoursIn(later.total)).toBe(Math.floor((laterMs - firstMs) / HOUR_MS))
        const lastDay = gasDayAt(endMs - 1, gas)
        const row = book.db
          .prepare<[string], { due: number }>('SELECT hours_expected AS due FROM v_consumption_day WHERE day = ?')
          .get(lastDay)
        const ofDay = later.amounts.find((amount) => amount.day === lastDay)
        expect(row?.due).toBe(ofDay && hoursIn(ofDay))
      } finally {
        book.close()
      }
    }),
    { numRuns: numRuns(20, 200) },
  )
})

const volume = {
  equipmentTypeId: 1,
  archiveTypeName: null,
  archiveTypeVarname: 'hourly',
  telemetryTypeName: null,
  channelName: null,
  channelVarname: 'Vpriv',
  unitName: 'м3',
}

test('stations together know the hours that each knows alone, and none has hours before its archive', async () => {
  const book: Book = tempBook()
  const gas = { zone: 'Europe/Berlin', contractHour: 6 }
  const { fromMs } = gasDaySpan('2026-11-01', '2026-11-01', gas)
  const begins = [0, 10 * 24 + 5]
  for (const [at, first] of begins.entries())
    book.page(() => {
      book.stations.put([station({ id: at + 1 })], fromMs)
      book.channels.put([volume])
      const hours = Array.from({ length: 14 * 24 - first }, (_, hour) => first + hour)
      book.readings.put(
        { ...KEY, equipmentId: OLD + at },
        hours.map((hour) => ({ atMs: fromMs + (hour + 1) * HOUR_MS, values: { Vpriv: 1 } })),
      )
    })
  const nowMs = fromMs + 14 * DAY_MS
  const of = (stationIds: number[]) =>
    amountsOf(book, { stationIds, by: 'month', from: '2026-11-01', to: '2026-11-30', earlierYears: 0, gas, usual: gas, nowMs })
  const [both, one, two] = [await of([1, 2]), await of([1]), await of([2])]
  expect([one, two, both].map(({ total }) => total && [total.m3, hoursTold(total), hoursIn(total)])).toEqual([
    [336, 336, 336],
    [91, 91, 91],
    [427, 427, 427],
  ])
  const ofYear = await amountsOf(book, {
    stationIds: [1, 2],
    by: 'month',
    from: '2027-11-01',
    to: '2027-11-30',
    earlierYears: 1,
    gas,
    usual: gas,
    nowMs: nowMs + 366 * DAY_MS,
  })
  // Of the month a year before nearly all is missing, and it says so; and that a station began in it.
  expect(ofYear.amounts[0]?.earlier).toEqual([{ day: '2026-11-01', m3: 427, complete: 427 / (30 * 24 + 30 * 24 - 245), part: true }])
  book.close()
})

test('the newest periods are those that the book has, and no more of nothing before them', async () => {
  const book: Book = tempBook()
  const gas = { zone: 'UTC', contractHour: 10 }
  const { fromMs } = gasDaySpan('2026-03-20', '2026-03-20', gas)
  book.page(() => {
    book.stations.put([station({ id: 1 })], fromMs)
    book.channels.put([volume])
    const hours = Array.from({ length: 40 * 24 }, (_, hour) => hour)
    book.readings.put(
      { ...KEY, equipmentId: OLD },
      hours.map((hour) => ({ atMs: fromMs + (hour + 1) * HOUR_MS, values: { Vpriv: 1 } })),
    )
  })
  const nowMs = fromMs + 300 * DAY_MS
  const spanBy = async (by: ConsumptionStep, newest: number) => {
    const { from, to } = await amountsOf(book, { stationIds: [1], by, newest, earlierYears: 0, gas, usual: gas, nowMs })
    return [from, to]
  }
  expect(await spanBy('month', 12)).toEqual(['2026-03-20', '2026-04-28'])
  expect(await spanBy('month', 1)).toEqual(['2026-04-01', '2026-04-28'])
  expect(await spanBy('day', 31)).toEqual(['2026-03-29', '2026-04-28'])
  expect(await spanBy('hour', 7 * 24)).toEqual(['2026-04-22', '2026-04-28'])
  expect(await spanBy('year', 1)).toEqual(['2026-03-20', '2026-04-28'])
  book.close()
})
