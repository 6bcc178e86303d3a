import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ledgerOfStation } from '../../../../electron/analysis/answers/consumption/keep.ts'
import { archiveIn, columnsOf } from '../../../../electron/analysis/answers/readings/readings.ts'
import { judgeStation } from '../../../../electron/analysis/judge/station.ts'
import { groundOf } from '../../../../electron/analysis/station/load/ground.ts'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import { mergeBooks } from '../../../../electron/book/sharing/merge.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { numRuns, tempFolder } from '../../book/fixtures.ts'
import { END, fetchDevice, GAS, list, mulberry, worldOf, writeReference, type World } from '../../../support/life/world.ts'

/** Random districts with exchanges, meters that move and come back, several books, merges in any order and late archives. */

const WORLDS = numRuns(100, 1_000)
const NOW = END + HOUR_MS

/** A book that knows the channels and nothing else. */
function emptyIn(folder: string): string {
  const file = join(folder, 'empty.meterbook')
  if (existsSync(file)) return file
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.page(() => writeReference(book))
  book.close()
  return file
}

/** Books of colleagues who list and download at times of their own, merged in any order; at the end the late archives come. */
function lived(world: World, folder: string, seed: number): Book {
  const random = mulberry(seed * 7 + 1)
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const count = whole(1, 3)
  const open = (at: number) => {
    const file = join(folder, `${seed}-${at}.meterbook`)
    copyFileSync(emptyIn(folder), file)
    const book = openBook(file, { mode: 'write', now: () => NOW })
    book.db.pragma('synchronous = OFF')
    return book
  }
  const books = Array.from({ length: count }, (_, at) => open(at))
  const looks = [...world.seen, ...Array.from({ length: whole(2, 12) }, () => END - whole(1, 34) * DAY_MS)].sort((a, b) => a - b)
  for (const atMs of looks) {
    const book = books[whole(0, count - 1)] as Book
    list(book, world, atMs)
    for (const { equipmentId } of book.stations.list({ limit: -1 }).rows)
      if (equipmentId !== null && random() < 0.6) fetchDevice(book, world, equipmentId, atMs)
  }
  const [first, ...others] = books.toSorted(() => random() - 0.5)
  if (!first) throw new Error('No book')
  for (const other of others) {
    other.close()
    mergeBooks(
      { file: first.file, other: other.file, isDryRun: false, nowMs: NOW },
      () => {},
      () => false,
    )
  }
  // Another connection has written: caches forget what they knew.
  first.close()
  const book = openBook(first.file, { mode: 'write', now: () => NOW })
  book.db.pragma('synchronous = OFF')
  for (const equipmentId of world.records.keys()) fetchDevice(book, world, equipmentId, END)
  return book
}

const timesOf = (world: World, stationId: number) =>
  world.stays
    .filter((stay) => stay.stationId === stationId)
    .flatMap(({ equipmentId, fromMs, toMs }) =>
      (world.records.get(equipmentId) ?? [])
        .filter(({ atMs }) => atMs > fromMs && atMs <= toMs)
        .map(({ atMs, values }) => ({ atMs, equipmentId, V: Number(values['V']) })),
    )

test('a station’s life equals the truth, whoever saw what and in whatever order it came together', async () => {
  const folder = tempFolder()
  for (let seed = 1; seed <= WORLDS; seed++) {
    const world = worldOf(seed)
    const book = lived(world, folder, seed)
    for (const stationId of world.stations) {
      const own = world.stays.filter((stay) => stay.stationId === stationId)
      const life = book.stations.life(stationId).filter(({ equipmentId }) => equipmentId !== null)
      expect([seed, stationId, life.map(({ equipmentId }) => equipmentId)]).toEqual([
        seed,
        stationId,
        own.map(({ equipmentId }) => equipmentId),
      ])
      const held = life.flatMap(({ equipmentId, time }) =>
        [...book.readings.iterate({ equipmentId: equipmentId as number, archiveType: 'hourly', view: 'general', time })].map(
          ({ atMs }) => `${equipmentId} ${atMs}`,
        ),
      )
      const truth = timesOf(world, stationId)
      expect([seed, stationId, held.length]).toEqual([seed, stationId, truth.length])
      expect(held).toEqual(truth.map(({ equipmentId, atMs }) => `${equipmentId} ${atMs}`))
      const { rows, columns } = columnsOf(book, archiveIn(book, { stationId, archiveType: 'hourly', view: 'general' }), {})
      const times = new Float64Array(await columns.arrayBuffer()).subarray(0, rows)
      expect([...times]).toEqual(truth.map(({ atMs }) => atMs))
    }
    book.close()
  }
})

test('volumes add up over seams, a hole beside one is the exchange’s, and nothing else is raised there', () => {
  const folder = tempFolder()
  for (let seed = 1; seed <= numRuns(25, 200); seed++) {
    const world = worldOf(seed)
    const book = lived(world, folder, seed)
    const ground = groundOf(book, GAS)
    for (const stationId of world.stations) {
      const station = book.stations.get(stationId)
      if (!station) throw new Error('No station')
      judgeStation(book, stationId, { usual: GAS, nowMs: NOW, ground })
      const own = world.stays.filter((stay) => stay.stationId === stationId)
      const holes = own.slice(1).flatMap(({ fromMs }, at) => {
        const { toMs } = own[at] as (typeof own)[number]
        return fromMs > toMs ? [{ fromMs: toMs, toMs: fromMs, hours: (fromMs - toMs) / HOUR_MS }] : []
      })
      const found = book.findings.ofStation(stationId).filter(({ rule }) => rule !== 'silent' && rule !== 'conversion')
      expect([seed, stationId, found.filter(({ detail, rule }) => rule !== 'missing_record' || detail !== 'exchange')]).toEqual([
        seed,
        stationId,
        [],
      ])
      expect([
        seed,
        stationId,
        found.map(({ fromMs, toMs, measure }) => ({ fromMs, toMs, hours: measure })).toSorted((a, b) => a.fromMs - b.fromMs),
      ]).toEqual([seed, stationId, holes])
      const ledger = ledgerOfStation(book, station, { ground, nowMs: NOW, gas: GAS })
      if (typeof ledger === 'string') throw new Error(ledger)
      const sum = ledger.days.reduce((all, { m3 }) => all + (m3 ?? 0), 0) + ledger.fills.reduce((all, { m3 }) => all + m3, 0)
      const truth = timesOf(world, stationId).reduce((all, { V }) => all + V, 0)
      expect([seed, stationId, Math.round(sum * 100)]).toEqual([seed, stationId, Math.round(truth * 100)])
    }
    book.close()
  }
})
