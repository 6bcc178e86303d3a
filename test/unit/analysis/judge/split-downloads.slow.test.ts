import { expect, test } from 'vitest'
import { keepConsumption } from '../../../../electron/analysis/answers/consumption/keep-all.ts'
import { explainedHoles } from '../../../../electron/analysis/answers/holes.ts'
import { judgeStation } from '../../../../electron/analysis/judge/station.ts'
import type { RuleRuns } from '../../../../electron/analysis/judge/plan.ts'
import { loadStation } from '../../../../electron/analysis/station/load/load.ts'
import { markFindings } from '../../../../electron/analysis/answers/findings/mark-findings.ts'
import { groundOf } from '../../../../electron/analysis/station/load/ground.ts'
import { healthOfAll } from '../../../../electron/analysis/answers/health/keep.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { FINDING_MARKS } from '../../../../electron/contract/rules.ts'
import { dayOf } from '../../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import {
  ARCHIVES,
  ask,
  askTheRest,
  correctedDays,
  endMs,
  firstDay,
  hear,
  keyOf,
  lastDay,
  READINGS,
  writeDirectory,
  type Piece,
} from '../../../support/downloads/ask.ts'
import { FROM_MS, STATION, stationYear, USUAL, type StationYear } from '../../../support/downloads/station-year.ts'
import { random, type Random } from '../../../support/worlds/random.ts'
import { numRuns, tempBook } from '../../book/fixtures.ts'

/** What a book says of a station does not depend on how it was downloaded: at once, or in any pieces, judged after each. */

const SEEDS = numRuns(3, 1_000)
const BEGIN = Number(process.env['METERBOOK_SEED'] ?? 1)

function judge(book: Book, nowMs: number, all = false): void {
  judgeStation(book, STATION, { usual: USUAL, nowMs, ground: groundOf(book, USUAL), all })
}
async function settle(book: Book, nowMs: number): Promise<void> {
  judge(book, nowMs)
  await healthOfAll(book, { usual: USUAL, nowMs })
  await keepConsumption(book, [STATION], { usual: USUAL, nowMs })
}

/** Somebody marks a finding of those that there are by now. */
function markSome(book: Book, chance: Random, nowMs: number): void {
  const found = book.findings.ofStation(STATION)
  if (found.length === 0) return
  const { id } = chance.pick(found)
  markFindings(book, { ids: [id], mark: chance.pick(FINDING_MARKS), note: 'known', author: 'O' }, nowMs)
}
/** Copies the marks of one book, so that both books have the same. */
function copyMarks(from: Book, to: Book): void {
  const columns = 'id, finding_id, station_id, rule, archive_type, channel, from_ms, to_ms, mark, author, marked_at_ms, removed_at_ms'
  const put = to.db.prepare(`INSERT INTO finding_mark (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`)
  for (const row of from.db.prepare<[], unknown[]>(`SELECT ${columns} FROM finding_mark`).raw().all()) put.run(...row)
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
async function dayByDay(book: Book, year: StationYear, seed: number, isMarked: boolean): Promise<void> {
  const chance = random(seed, 14)
  const most = chance.pick([2, 5, 12])
  for (let nowMs = FROM_MS + chance.int(20, 50) * DAY_MS; nowMs < endMs(year) - DAY_MS;) {
    hear(book, year, nowMs)
    askTheRest(book, year, nowMs)
    await settle(book, nowMs)
    if (isMarked && chance.chance(0.3)) markSome(book, chance, nowMs)
    nowMs += chance.int(HOUR_MS, most * DAY_MS)
  }
}

async function inPieces(book: Book, year: StationYear, seed: number, isMarked: boolean): Promise<void> {
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
    if (chance.chance(judged)) {
      await settle(book, nowMs)
      if (isMarked) markSome(book, chance, nowMs)
    }
    if (chance.chance(0.1)) {
      askTheRest(book, year, nowMs)
      await settle(book, nowMs)
    }
  }
}

async function bitByBit(year: StationYear, seed: number, isMarked = false): Promise<Book> {
  const book = newBook()
  const chance = random(seed, 15)
  await (chance.chance(0.5) ? dayByDay : inPieces)(book, year, seed, isMarked)
  hear(book, year, endMs(year))
  for (const piece of [...correctedDays(year)].sort(() => chance.next() - 0.5)) ask(book, year, piece, endMs(year) - HOUR_MS * 3)
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
    shares: book.completeness.shares(USUAL, nowMs),
    holes: READINGS.map((archiveType) => explainedHoles(data, thresholds, { archiveType, ...all })),
    verdicts: Object.fromEntries(
      Object.entries(runs).map(([code, run]) => [code, { evaluated: subjects(run.evaluated), notEvaluated: subjects(run.notEvaluated) }]),
    ),
    consumption: book.db.prepare('SELECT * FROM v_consumption_day ORDER BY day').all(),
    health: (await healthOfAll(book, { usual: USUAL, nowMs })).get(STATION)?.health,
    findings: Object.fromEntries(book.findings.ofStation(STATION).map((finding) => [finding.id, finding])),
  }
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

test.each(Array.from({ length: Math.ceil(SEEDS / 3) }, (_, at) => BEGIN + at))(
  'seed %i: what was marked in between stays, under the same keys, as if all had been judged at once',
  async (seed) => {
    const year = stationYear(seed)
    const nowMs = endMs(year) + 2 * HOUR_MS
    const many = await bitByBit(year, seed, true)
    await settle(many, nowMs)
    const one = atOnce(year)
    copyMarks(many, one)
    judge(one, nowMs, true)
    const [bits, whole] = [many, one].map((book) =>
      Object.fromEntries(book.findings.ofStation(STATION).map(({ id, rule, state }) => [id, { rule, state }])),
    )
    sameParts('marks', bits, whole)
    const marks = many.db
      .prepare<[], { id: string; mark: string }>(
        'SELECT finding_id AS id, mark FROM finding_mark WHERE removed_at_ms IS NULL ORDER BY marked_at_ms',
      )
      .all()
    // What is still found under its key is as it was marked last.
    for (const [id, mark] of new Map(marks.map((one_) => [one_.id, one_.mark])))
      if (bits?.[id]) expect([id, bits[id].state]).toEqual([id, mark])
  },
)

/** Names what differs: a whole station is more than anybody reads. */
function sameParts(name: string, some: unknown, others: unknown): void {
  const [a, b] = [entriesOf(some), entriesOf(others)]
  const differing = [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key))
  expect(
    differing.slice(0, 3).map((key) => ({ key, bits: a.get(key), whole: b.get(key) })),
    `${name}: ${differing.length} differ`,
  ).toEqual([])
}
const entriesOf = (one: unknown) => new Map(Object.entries(one ?? {}).map(([key, value]) => [key, JSON.stringify(value)]))
