import { expect, test } from 'vitest'
import { keepConsumption } from '../../../../electron/analysis/consumption/keep-all.ts'
import { explainedHoles } from '../../../../electron/analysis/findings/holes.ts'
import { judgingStation } from '../../../../electron/analysis/findings/judged-station.ts'
import type { RuleRuns } from '../../../../electron/analysis/findings/judge/plan.ts'
import { loadStation } from '../../../../electron/analysis/findings/load.ts'
import { groundOf } from '../../../../electron/analysis/findings/load/ground.ts'
import { healthOfAll } from '../../../../electron/analysis/health/keep.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { dayOf } from '../../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { ARCHIVES, ask, askTheRest, correctedDays, endMs, firstDay, hear, keyOf, lastDay, READINGS, writeDirectory, type Piece } from '../../../support/downloads/ask.ts' // oxfmt-ignore
import { FROM_MS, STATION, stationYear, USUAL, type StationYear } from '../../../support/downloads/station-year.ts'
import { random } from '../../../support/worlds/random.ts'
import { numRuns, tempBook } from '../../book/fixtures.ts'

/** What a book says of a station does not depend on how it was downloaded: at once, or in any pieces, judged after each. */

const SEEDS = numRuns(50, 1_000)
const BEGIN = Number(process.env['METERBOOK_SEED'] ?? 1)

function judge(book: Book, nowMs: number, all = false): void {
  const steps = judgingStation(book, STATION, { usual: USUAL, nowMs, ground: groundOf(book, USUAL), all })
  while (!steps.next().done);
}
async function settle(book: Book, nowMs: number): Promise<void> {
  judge(book, nowMs)
  await healthOfAll(book, { usual: USUAL, nowMs })
  await keepConsumption(book, [STATION], { usual: USUAL, nowMs })
}

function newBook(): Book {
  const book = tempBook()
  writeDirectory(book)
  return book
}

function atOnce(year: StationYear): Book {
  const book = newBook()
  hear(book, year, endMs(year))
  for (const archive of ARCHIVES) ask(book, year, { archive, from: firstDay, to: lastDay(year) }, endMs(year))
  return book
}

/** The pieces of a download: in order, backwards or anyhow, of days, weeks or months, overlapping. */
function piecesOf(year: StationYear, seed: number): Piece[] {
  const chance = random(seed, 12)
  const pieces = ARCHIVES.flatMap((archive) => {
    const length = chance.pick([3, 10, 31, 62, 400])
    const overlap = chance.pick([0, 0, 1, 5])
    const list: Piece[] = []
    for (let from = firstDay; from <= lastDay(year); from += length)
      list.push({ archive, from: Math.max(firstDay, from - overlap), to: Math.min(lastDay(year), from + length - 1) })
    return list
  })
  const way = chance.pick(['forth', 'back', 'anyhow'] as const)
  const places = new Map(pieces.map((piece) => [piece, way === 'anyhow' ? chance.next() : piece.from + chance.next()]))
  pieces.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  return way === 'back' ? pieces.reverse() : pieces
}

/** Every few days what is new, and what has come late. */
async function dayByDay(book: Book, year: StationYear, seed: number): Promise<void> {
  const chance = random(seed, 14)
  const most = chance.pick([2, 5, 12])
  for (let nowMs = FROM_MS + chance.int(20, 50) * DAY_MS; nowMs < endMs(year) - DAY_MS;) {
    hear(book, year, nowMs)
    askTheRest(book, year, nowMs)
    await settle(book, nowMs)
    nowMs += chance.int(HOUR_MS, most * DAY_MS)
  }
}

async function inPieces(book: Book, year: StationYear, seed: number): Promise<void> {
  const chance = random(seed, 13)
  const pieces = piecesOf(year, seed)
  const judged = Math.min(1, chance.pick([2, 5, 9]) / pieces.length)
  const beginMs = chance.chance(0.5) ? FROM_MS + 30 * DAY_MS : endMs(year) - 20 * DAY_MS
  let nowMs = beginMs
  for (const piece of pieces) {
    nowMs += Math.floor(chance.between(0, (2 * (endMs(year) - DAY_MS - beginMs)) / pieces.length))
    nowMs = Math.min(nowMs, endMs(year) - DAY_MS)
    if (chance.chance(0.6)) hear(book, year, nowMs)
    ask(book, year, piece, nowMs)
    if (chance.chance(judged)) await settle(book, nowMs)
    if (chance.chance(0.1)) {
      askTheRest(book, year, nowMs)
      await settle(book, nowMs)
    }
  }
}

async function bitByBit(year: StationYear, seed: number): Promise<Book> {
  const book = newBook()
  const chance = random(seed, 15)
  await (chance.chance(0.5) ? dayByDay : inPieces)(book, year, seed)
  hear(book, year, endMs(year))
  for (const piece of [...correctedDays(year)].sort(() => chance.next() - 0.5))
    ask(book, year, piece, endMs(year) - HOUR_MS * 3)
  if (chance.chance(0.5)) await settle(book, endMs(year) - HOUR_MS * 3)
  askTheRest(book, year, endMs(year))
  return book
}

/** What is known of the station, as plain data. */
async function known(book: Book, year: StationYear, nowMs: number) {
  const ground = groundOf(book, USUAL)
  const station = book.stations.get(STATION)
  const data = loadStation(book, STATION, nowMs, { usual: USUAL, ground })
  if (!station || !data) throw new Error('no station')
  const { thresholds } = ground.thresholdsOf(station)
  const all = { fromMs: -Infinity, toMs: Infinity }
  const span = { from: dayOf(firstDay - 2), to: dayOf(lastDay(year) + 2) }
  const runs = JSON.parse(book.findings.run(STATION)?.verdicts ?? '{}') as RuleRuns
  const subjects = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).sort()
  return {
    coverage: ARCHIVES.map((archive) => [archive, book.coverage.days(keyOf(archive), span).map(({ day, state }) => `${day} ${state}`)]),
    shares: book.completeness.shares(nowMs),
    holes: READINGS.map((archiveType) => explainedHoles(data, thresholds, { archiveType, ...all })),
    verdicts: Object.fromEntries(Object.entries(runs).map(([code, run]) => [code, { evaluated: subjects(run.evaluated), notEvaluated: subjects(run.notEvaluated) }])),
    consumption: book.db.prepare('SELECT * FROM v_consumption_day ORDER BY day').all(),
    health: (await healthOfAll(book, { usual: USUAL, nowMs })).get(STATION)?.health,
    findings: Object.fromEntries(book.findings.ofStation(STATION).map((finding) => [finding.id, finding])),
  } // oxfmt-ignore
}

test.each(Array.from({ length: SEEDS }, (_, at) => BEGIN + at))('seed %i: bit by bit is the whole', async (seed) => {
  const year = stationYear(seed)
  const nowMs = endMs(year) + 2 * HOUR_MS
  const [one, many] = [atOnce(year), await bitByBit(year, seed)]
  await settle(one, nowMs)
  await settle(many, nowMs)
  const [whole, bits] = [await known(one, year, nowMs), await known(many, year, nowMs)]
  for (const part of Object.keys(whole) as (keyof typeof whole)[]) sameParts(part, bits[part], whole[part])
  judge(many, nowMs, true)
  sameParts('judged anew', (await known(many, year, nowMs)).findings, bits.findings)
})

/** Names what differs: a whole station is more than anybody reads. */
function sameParts(name: string, some: unknown, others: unknown): void {
  const [a, b] = [entriesOf(some), entriesOf(others)]
  const differing = [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key))
  expect(
    differing.slice(0, 3).map((key) => ({ key, bits: a.get(key), whole: b.get(key) })),
    `${name}: ${differing.length} differ`,
  ).toEqual([])
}
const entriesOf = (one: unknown) =>
  new Map(Object.entries(one ?? {}).map(([key, value]) => [key, JSON.stringify(value)]))
