import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsOf } from '../../../../../electron/analysis/answers/consumption/amounts.ts'
import { sumsOf } from '../../../../../electron/analysis/answers/readings/readings.ts'
import { channelsOf } from '../../../../../electron/analysis/station/archives.ts'
import { loadStation } from '../../../../../electron/analysis/station/load/load.ts'
import type { Book } from '../../../../../electron/book/index.ts'
import type { Reading, ReadingView } from '../../../../../electron/contract/records.ts'
import { gasDayAt } from '../../../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { channelIn } from '../../../../../electron/exports/names.ts'
import { numRuns, station, tempBook } from '../../../book/fixtures.ts'

/** Which of the two views of an archive speaks, and what the other one adds. */

const usual = { zone: 'Europe/Moscow', contractHour: 10 }
const FROM = Date.UTC(2026, 0, 1, 7)
const DAYS = 4
const NOW = FROM + 30 * DAY_MS
const HOURS = Array.from({ length: DAYS * 24 }, (_, at) => at)
const keyOf = (view: ReadingView) => ({ equipmentId: 1001, archiveType: 'hourly', view }) as const

/** Standard and working volumes of one meter, as either view says them: the general one in thousands of m³. */
const standard = (at: number) => 40 + (at % 7)
const working = (at: number) => 10 + (at % 5)
const sums = (of: (at: number) => number) => HOURS.reduce<number[]>((all, at) => [...all, (all[at - 1] ?? 1000) + of(at)], [])
const [standardCount, workingCount] = [sums(standard), sums(working)]
const said = (view: ReadingView, at: number): Reading => ({
  atMs: FROM + (at + 1) * HOUR_MS,
  values:
    view === 'general'
      ? { Vpriv: standard(at) / 1000, VNakpriv: (standardCount[at] as number) / 1000, Vrab: working(at), P: 0.4 }
      : {
          gas_consume: String(standard(at)),
          reading_value: String(standardCount[at]),
          Vwork: String(working(at)),
          VNakwork: String(workingCount[at]),
          P: '0.4',
        },
})

function bookOf(held: Partial<Record<ReadingView, readonly number[]>>): Book {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], FROM)
  const channels = [
    ['Vpriv', 'Стандартный объём за период', 'тыс. м3'],
    ['VNakpriv', 'Накопленный стандартный объём', 'тыс. м3'],
    ['Vrab', 'Рабочий объём за период', 'м3'],
    ['P', 'Давление', 'МПа'],
  ] as const
  book.channels.put(
    channels.map(([channelVarname, channelName, unitName]) => ({
      equipmentTypeId: 1,
      archiveTypeName: 'Часовой',
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName,
      channelVarname,
      unitName,
    })),
  )
  for (const view of ['general', 'unified'] as const) {
    const hours = held[view]
    if (hours)
      book.readings.put(
        keyOf(view),
        hours.map((at) => said(view, at)),
      )
  }
  return book
}

const daysOf = async (book: Book) => {
  const { amounts, working: inWorking } = await amountsOf(book, {
    stationIds: [1],
    by: 'day',
    earlierYears: 0,
    gas: usual,
    usual,
    nowMs: NOW,
  })
  return { inWorking, days: new Map(amounts.flatMap(({ day, m3, unknown }) => (m3 === null ? [] : [[day, { m3, unknown }] as const]))) }
}
const dayOf = (at: number) => gasDayAt(FROM + at * HOUR_MS, usual)
const truth = (day: string) => HOURS.filter((at) => dayOf(at) === day).reduce((sum, at) => sum + standard(at), 0)
const viewsIn = (book: Book) => loadStation(book, 1, NOW, { usual })?.archives.map(({ view, timesMs }) => [view, timesMs.length])

describe('which view speaks', () => {
  const all = HOURS
  test.each<[string, Partial<Record<ReadingView, readonly number[]>>]>([
    ['both', { general: all, unified: all }],
    ['the general one alone', { general: all }],
    ['the unified one alone', { unified: all }],
    ['the general one lacks a record', { general: all.filter((at) => at !== 30), unified: all }],
    ['the unified one has a single record', { general: all, unified: [3] }],
    ['the general one has a single record', { general: [3], unified: all }],
    ['either has a half', { general: all.filter((at) => at < 40), unified: all.filter((at) => at >= 40) }],
  ])('%s: the same standard m³', async (_, held) => {
    const { days, inWorking } = await daysOf(bookOf(held))
    expect(inWorking).toEqual([])
    expect([...days]).toEqual([...new Set(all.map(dayOf))].map((day) => [day, { m3: truth(day), unknown: 0 }]))
  })

  test('records by cable, which are in unified codes, change nothing of the days before', async () => {
    const book = bookOf({ general: all.filter((at) => at >= 24), unified: all.filter((at) => at >= 24) })
    const before = await daysOf(book)
    book.readings.put(
      keyOf('unified'),
      all.filter((at) => at < 24).map((at) => said('unified', at)),
    )
    const after = await daysOf(book)
    expect([...after.days].filter(([day]) => before.days.has(day))).toEqual([...before.days])
    expect(after.days.get(dayOf(0))).toEqual({ m3: truth(dayOf(0)), unknown: 0 })
    expect(viewsIn(book)).toEqual([['general', all.length]])
  })

  test('where the general view tells no standard m³ and the unified one does, the unified one; where neither does, the general one', () => {
    const book = bookOf({ unified: all })
    book.readings.put(
      keyOf('general'),
      all.map((at) => ({ atMs: FROM + (at + 1) * HOUR_MS, values: { Vrab: working(at) } })),
    )
    expect(viewsIn(book)).toEqual([['unified', all.length]])
    const plain = bookOf({})
    for (const view of ['general', 'unified'] as const)
      plain.readings.put(
        keyOf(view),
        all.slice(0, view === 'general' ? 10 : 20).map((at) => ({
          atMs: FROM + (at + 1) * HOUR_MS,
          values: { [view === 'general' ? 'Vrab' : 'Vwork']: working(at) },
        })),
      )
    expect(viewsIn(plain)).toEqual([['general', 20]])
  })

  test('rules and the sums of a chart have the other view’s records too, in the unit of their own', () => {
    const book = bookOf({ general: HOURS.filter((at) => at !== 30), unified: HOURS })
    const [hourly] = loadStation(book, 1, NOW, { usual })?.archives ?? []
    const volume = hourly?.channels.find(({ channelVarname }) => channelVarname === 'Vpriv')
    expect(volume?.values[30]).toBe(standard(30) / 1000)
    expect(hourly?.due?.present.every((one) => one === 1)).toBe(true)
    const asked = { stationId: 1, archiveType: 'hourly', by: 'day', timeZone: usual.zone, contractHour: usual.contractHour } as const
    const range = { fromMs: FROM, toMs: FROM + DAYS * DAY_MS }
    const { rows: charted } = sumsOf(book, { ...asked, ...range, view: 'general', channelVarname: 'Vpriv' }, { usual, nowMs: NOW })
    expect(charted.map(({ day, value, lacking }) => [day, value, lacking])).toEqual(
      [...new Set(HOURS.map(dayOf))].map((day) => [day, truth(day) / 1000, 0]),
    )
  })

  test('a stamp that is seconds off is the same record', async () => {
    const book = bookOf({ general: HOURS })
    book.readings.put(
      keyOf('unified'),
      HOURS.map((at) => ({ ...said('unified', at), atMs: FROM + (at + 1) * HOUR_MS + (at % 2 === 0 ? -2_000 : 3_000) })),
    )
    expect(viewsIn(book)).toEqual([['general', HOURS.length]])
    expect([...(await daysOf(book)).days.values()].every(({ unknown }) => unknown === 0)).toBe(true)
  })
})

test('any part of the records, in whichever view each is, tells the same unit, and the days that it has whole as they are', async () => {
  const some = fc.uniqueArray(fc.constantFrom(...HOURS))
  await fc.assert(
    fc.asyncProperty(some, some, fc.boolean(), fc.boolean(), async (lostHere, lostThere, isGeneral, isUnified) => {
      fc.pre(isGeneral || isUnified)
      const held = {
        general: isGeneral ? HOURS.filter((at) => !lostHere.includes(at)) : [],
        unified: isUnified ? HOURS.filter((at) => !lostThere.includes(at)) : [],
      }
      const has = new Set([...held.general, ...held.unified])
      const { days, inWorking } = await daysOf(bookOf(held))
      expect(inWorking).toEqual([])
      for (const day of new Set(HOURS.map(dayOf)))
        if (HOURS.every((at) => dayOf(at) !== day || has.has(at))) expect(days.get(day)).toEqual({ m3: truth(day), unknown: 0 })
    }),
    { numRuns: numRuns(20, 200) },
  )
})

describe('the unit of a code of the unified view', () => {
  const unitsIn = (codes: readonly string[], view: ReadingView) => {
    const book = bookOf({})
    const archive = { archiveType: 'hourly', view }
    const own = channelsOf(book, 1, archive, codes).map(({ channelVarname, unitName }) => [channelVarname, unitName])
    const inFiles = codes.map((code) => [code, channelIn(book, { typeId: 1, ...archive }, code).unitName])
    expect(inFiles.toSorted()).toEqual(own.toSorted())
    return Object.fromEntries(own)
  }
  test('volumes are m³ and temperatures °C; a pressure has the unit that the type’s list names', () => {
    expect(unitsIn(['gas_consume', 'reading_value', 'Vwork', 'VNakwork', 'P', 'T'], 'unified')).toEqual({
      gas_consume: 'м3',
      reading_value: 'м3',
      Vwork: 'м3',
      VNakwork: 'м3',
      P: 'МПа',
      T: '°C',
    })
  })
  test('of the general view the list alone tells it', () => {
    expect(unitsIn(['Vpriv', 'Vwork', 'T'], 'general')).toEqual({ Vpriv: 'тыс. м3', Vwork: null, T: null })
  })
})
