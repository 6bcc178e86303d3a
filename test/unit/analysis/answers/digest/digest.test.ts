import { expect, test } from 'vitest'
import { digestOf } from '../../../../../electron/analysis/answers/digest/digest.ts'
import type { StoredFinding } from '../../../../../electron/book/findings/finding-rows.ts'
import { openBook, type Book } from '../../../../../electron/book/index.ts'
import { digestText } from '../../../../../electron/contract/digest-text.ts'
import type { Digest } from '../../../../../electron/contract/digest.ts'
import { MOST_LINES } from '../../../../../electron/contract/digest-words.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { visitTongue } from '../../../../../electron/contract/visit-text.ts'
import { mergeBooks } from '../../../../../electron/book/sharing/merge.ts'
import { digestHtml } from '../../../../../electron/exports/digest-html.ts'
import { NOW, station, tempBook, tempFolder } from '../../../book/fixtures.ts'

/** What is new since a look: what the book came to know after it, whatever time that is about. NOW: 15 January 2026, 12:00 UTC. */

const usual = { zone: 'UTC', contractHour: 10 }
const LOOK = NOW - 12 * HOUR_MS
const digestAt = (book: Book, sinceMs: number | null = LOOK, nowMs = NOW) => digestOf(book, { sinceMs, usual, nowMs })
const told = ({ kinds }: Digest, language: 'en' | 'ru' = 'en') =>
  kinds.flatMap(({ lines }) =>
    lines.map((line) => `${line.kind} ${line.stationName ?? '-'}: ${digestText(line, visitTongue(language, 'UTC', NOW))}`),
  )
const finding = (id: string, more: Partial<StoredFinding> = {}): StoredFinding => ({
  id,
  rule: 'frozen',
  flag: 3,
  stationId: 1,
  equipmentId: 1001,
  archiveType: 'hourly',
  view: 'general',
  channelVarname: 'P',
  fromMs: NOW - 40 * HOUR_MS,
  toMs: null,
  measure: 8,
  threshold: 6,
  unit: 'hours',
  m3: null,
  detail: null,
  evidence: { records: [], events: [], settings: [], sessions: [], numbers: {} },
  ...more,
})
/** The clock of the book of `withStations`, by which its news are dated. */
let nowOfBook = NOW
function judge(book: Book, judgedAtMs: number, findings: readonly StoredFinding[], { stationId = 1, byNewRules = false } = {}): void {
  nowOfBook = judgedAtMs
  book.findings.replace({ stationId, judgedAtMs, basis: '{}', verdicts: '{}', findings, seen: [], byNewRules })
}
function withStations(count = 3): Book {
  nowOfBook = NOW
  const book = tempBook(() => nowOfBook)
  book.stations.put(
    Array.from({ length: count }, (_, at) => station({ id: at + 1, name: `S${at + 1}` })),
    NOW - 100 * DAY_MS,
  )
  return book
}

test('findings begin, end and are no longer found; silence and limits are their own kinds; the most m³ first', async () => {
  const book = withStations()
  const before = [
    finding('lasts'),
    finding('ends', { channelVarname: 'T' }),
    finding('goes', { rule: 'spike', toMs: NOW - 39 * HOUR_MS }),
    finding('heard', { rule: 'silent', archiveType: null, channelVarname: null }),
  ]
  judge(book, LOOK - HOUR_MS, before)
  judge(book, NOW - HOUR_MS, [
    finding('lasts', { measure: 9 }),
    finding('ends', { channelVarname: 'T', toMs: NOW - 5 * HOUR_MS }),
    finding('heard', { rule: 'silent', archiveType: null, channelVarname: null, toMs: NOW - 3 * HOUR_MS }),
    finding('less', { rule: 'range', m3: 3, detail: 'above_limit' }),
    finding('more', { rule: 'missing_record', flag: 9, m3: 90.5, channelVarname: null, toMs: NOW - 30 * HOUR_MS }),
    finding('over', { rule: 'over_limit', flag: 4, m3: 7, detail: 'limit_day', archiveType: null, channelVarname: null }),
    finding('dumb', { rule: 'silent', archiveType: null, channelVarname: null, fromMs: NOW - 2 * HOUR_MS }),
  ])
  const digest = await digestAt(book)
  expect(told(digest)).toEqual([
    'silent S1: silent since 15 January at 10:00',
    'limit S1: Over the limit: limit of a day exceeded, since 13 January at 20:00',
    'began S1: Missing record, hourly archive, 13 January at 20:00 – 14 January at 06:00',
    'began S1: Range: above the limit, hourly archive, since 13 January at 20:00',
    'back S1: heard again 15 January at 09:00, silent since 13 January at 20:00',
    'ended S1: Frozen: ended 15 January at 07:00',
    'ended S1: Spike, 13 January at 20:00 – 13 January at 21:00: no longer found',
  ])
  expect(digest.kinds.flatMap(({ lines }) => lines.map(({ m3 }) => m3))).toEqual([null, 7, 90.5, 3, null, null, null])
  // What was known at the look is not new, and nothing is new after the next one.
  expect(told(await digestAt(book, NOW - HOUR_MS))).toEqual([])
  expect(told(await digestAt(book, LOOK, NOW - 2 * HOUR_MS))).toEqual([])
})

test('what came and went says nothing, what began and ended is one line, what moved is the same, what is wrong is silent', async () => {
  const book = withStations()
  judge(book, LOOK - 2 * HOUR_MS, [])
  judge(book, LOOK - HOUR_MS, [finding('moves', { rule: 'frozen', channelVarname: 'T' })])
  judge(book, NOW - 3 * HOUR_MS, [
    finding('moved', { rule: 'frozen', channelVarname: 'T', fromMs: NOW - 41 * HOUR_MS }),
    finding('passes', { rule: 'spike' }),
    finding('both', { rule: 'range' }),
    finding('wrong', { rule: 'zero_use' }),
  ])
  book.findings.mark(['wrong'], 'wrong', { author: 'A', nowMs: NOW }, () => null)
  judge(book, NOW - 2 * HOUR_MS, [
    finding('moved', { rule: 'frozen', channelVarname: 'T', fromMs: NOW - 41 * HOUR_MS }),
    finding('both', { rule: 'range', toMs: NOW - 20 * HOUR_MS }),
    finding('wrong', { rule: 'zero_use' }),
  ])
  expect(told(await digestAt(book))).toEqual(['began S1: Range, hourly archive, 13 January at 20:00 – 14 January at 16:00'])
})

test('a first judgement and one by new rules are one line each, whatever they find', async () => {
  const book = withStations()
  judge(book, LOOK - HOUR_MS, [finding('old')])
  judge(book, NOW - HOUR_MS, [finding('new', { rule: 'range' }), finding('newer', { rule: 'spike' })], { byNewRules: true })
  for (const stationId of [2, 3])
    judge(
      book,
      NOW - HOUR_MS,
      Array.from({ length: 6 }, (_, at) => finding(`${stationId}-${at}`, { stationId })),
      { stationId },
    )
  expect(told(await digestAt(book))).toEqual([
    'judged -: judged for the first time: 12 findings at 2 stations',
    'judged -: judged anew by new rules: 3 findings at 1 station',
  ])
  expect(told(await digestAt(book), 'ru')).toEqual([
    'judged -: проверено впервые: 12 замечаний на 2 станциях',
    'judged -: проверено заново по новым правилам: 3 замечания на 1 станции',
  ])
})

test('of many lines of a kind the worst are told, and all are counted', async () => {
  const book = withStations()
  judge(book, LOOK - HOUR_MS, [finding('old')])
  const many = Array.from({ length: MOST_LINES + 5 }, (_, at) => finding(`f${at}`, { rule: 'spike', m3: at, fromMs: NOW - at * HOUR_MS }))
  judge(book, NOW - HOUR_MS, [finding('old'), ...many])
  const [began] = (await digestAt(book)).kinds
  expect([began?.kind, began?.total, began?.lines.length, began?.lines[0]?.m3, began?.lines.at(-1)?.m3]).toEqual([
    'began',
    MOST_LINES + 5,
    MOST_LINES,
    MOST_LINES + 4,
    5,
  ])
})

test('records that come where the book had asked before are late, others with other values are corrected; history is neither', async () => {
  const file = `${tempFolder()}/late.meterbook`
  let now = LOOK - 2 * HOUR_MS
  const book = openBook(file, { mode: 'write', now: () => now })
  book.stations.put([station({ id: 1, name: 'S1' })], now)
  const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' as const }
  const day = Math.floor(NOW / DAY_MS) * DAY_MS - 3 * DAY_MS
  const records = (from: number, to: number, value = 1) =>
    Array.from({ length: to - from }, (_, at) => ({ atMs: day + (from + at) * HOUR_MS, values: { P: value } }))
  book.readings.put(key, [...records(0, 6), ...records(9, 30)])
  const span = { from: new Date(day).toISOString().slice(0, 10), to: new Date(day + DAY_MS).toISOString().slice(0, 10) }
  book.coverage.mark(key, span, { fetchedAtMs: now, state: 'fetched' })
  now = NOW - HOUR_MS
  // Again the same, three that lacked, one with another value, the next hours, and what is older than all.
  book.readings.put(key, [...records(0, 9), ...records(9, 30), ...records(30, 33)])
  book.readings.put(key, records(12, 13, 2))
  book.readings.put(key, records(-48, -24))
  book.readings.put({ ...key, view: 'unified' }, records(0, 30))
  expect(told(await digestAt(book))).toEqual([
    'corrected S1: 1 record of the hourly archive came again with other values, 12 January at 12:00',
    'late S1: 3 records of the hourly archive came late, 12 January at 00:00 – 13 January at 05:00',
  ])
  book.close()
})

test('settings that changed, with who says so; the first settings of a device are no change', async () => {
  const file = `${tempFolder()}/settings.meterbook`
  let now = LOOK - 20 * HOUR_MS
  const book = openBook(file, { mode: 'write', now: () => now })
  book.stations.put([station({ id: 1, name: 'S1' }), station({ id: 2, name: 'S2' })], now)
  const set = (equipmentId: number, value: string) =>
    book.settings.putSnapshot(equipmentId, now, [{ channelName: 'Контрактный час', channelDataValue: value, unitName: 'ч' }])
  set(1001, '10')
  now = NOW - 2 * HOUR_MS
  set(1001, '8')
  set(1002, '10')
  expect(told(await digestAt(book))).toEqual(['setting S1: Contract hour: from 10 to 8 ч (settings: stands alone)'])
  expect((await digestAt(book)).kinds[0]?.lines[0]).toMatchObject({ stationId: 1, name: 'contractHour', saidBy: ['settings'] })
  expect(told(await digestAt(book, NOW - HOUR_MS))).toEqual([])
  book.close()
})

test('an exchanged device, with both serial numbers; a download that failed; verifications of the next 60 days', async () => {
  const file = `${tempFolder()}/device.meterbook`
  let now = LOOK - 20 * DAY_MS
  const book = openBook(file, { mode: 'write', now: () => now })
  book.stations.put([station({ id: 1, name: 'S1' }), station({ id: 2, name: 'S2' })], now)
  book.typed.write(2, [{ fact: 'next_verification', value: '2026-02-20' }], 'Olga', now)
  book.typed.write(1, [{ fact: 'next_verification', value: '2026-05-20' }], 'Olga', now)
  now = NOW - 2 * HOUR_MS
  book.stations.put([station({ id: 1, name: 'S1', equipmentId: 1777, equipmentSerialNumber: '777' }), station({ id: 2, name: 'S2' })], now)
  const run = book.tasks.createRun({}, now)
  book.tasks.insert(run, [{ kind: 'readings', target: {}, stationId: 1, position: 1 }], now)
  const [task] = book.tasks.next(run, 1)
  book.tasks.settle(task?.id ?? 0, 'failed', now)
  book.tasks.setRunState(run, 'done', now)
  expect(told(await digestAt(book))).toEqual([
    'download -: The download that ended 15 January at 10:00: 1 task failed',
    'device S1: device 10001 exchanged for 777, 15 January',
    'verification S2: verified until 20 February 2026',
  ])
  book.close()
})

test('batteries that end within 60 days, by the health that is kept: nobody waits for one that has to be computed', async () => {
  const book = withStations()
  const ends = (days: number | null) => ({ endsAtMs: days === null ? null : NOW + days * DAY_MS })
  const kept = (stationId: number, meterBattery: object, telemetryBattery: object) => ({
    stationId,
    comparison: JSON.stringify({ meterBattery, telemetryBattery }),
  })
  book.health.put([1, 2, 3].map((stationId) => ({ stationId, source: '', judgedAtMs: NOW, overwrittenAtMs: null, health: '{}' })))
  book.health.putComparisons([kept(1, ends(59), ends(61)), kept(2, ends(null), ends(-3)), kept(3, ends(null), ends(null))])
  expect(told(await digestOf(book, { sinceMs: LOOK, usual, nowMs: NOW, isHealthKept: true }))).toEqual([
    'battery S2: the telemetry battery must have ended about 12 January',
    "battery S1: the meter's battery ends about 15 March",
  ])
  // Computed, there is nothing to tell: the stations have no sessions.
  expect(told(await digestAt(book))).toEqual([])
})

test('the HTML has no script, nothing to fetch, and no markup of anybody else', async () => {
  const book = withStations(1)
  book.stations.put([station({ id: 1, name: '<script>alert(1)</script> & "S"' })], NOW)
  judge(book, LOOK - HOUR_MS, [])
  judge(book, LOOK - HOUR_MS, [finding('old', { rule: 'spike' })])
  judge(book, NOW - HOUR_MS, [finding('old', { rule: 'spike' }), finding('new', { m3: 1234.5 })])
  const html = digestHtml(await digestAt(book), { language: 'ru', timeZone: 'UTC', book: 'a<b' })
  expect(html).not.toMatch(/<script|<img|<link|<style|https?:|url\(|@import/u)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;S&quot;')
  expect(html).toMatch(/1\s234,5/u)
  expect(html).toContain('lang="ru"')
})

test('notes that a merge brought are told with their author; own ones, and those that came before the look, are not', async () => {
  const [mine, theirs] = [tempBook(), tempBook()]
  for (const book of [mine, theirs]) book.stations.put([station({ id: 1, name: 'S1' })], NOW - DAY_MS)
  const note = (book: Book, author: string, text: string) =>
    book.notes.add(1, { fromMs: null, toMs: null, kind: 'other', author, text }, [], NOW - 2 * DAY_MS)
  note(mine, 'Olga', 'My own')
  note(theirs, 'Ivan', 'Seal replaced')
  const gone = note(theirs, 'Ivan', 'A mistake')
  theirs.notes.remove(gone.id, NOW - DAY_MS)
  const { file } = theirs
  theirs.close()
  expect(told(await digestAt(mine))).toEqual([])
  mergeBooks(
    { file: mine.file, other: file, isDryRun: false, nowMs: NOW - HOUR_MS },
    () => undefined,
    () => false,
  )
  expect(told(await digestAt(mine))).toEqual(['note S1: Ivan: Seal replaced'])
  expect(told(await digestAt(mine, NOW - HOUR_MS))).toEqual([])
  // Nothing of it goes on to a third book: what is new is a book's own.
  mine.digest.looked(NOW)
  const third = tempBook()
  mergeBooks(
    { file: third.file, other: mine.file, isDryRun: false, nowMs: NOW },
    () => undefined,
    () => false,
  )
  expect(third.digest.lookedAtMs()).toBeNull()
})

test('the look is kept in the book, and can be taken back', () => {
  const book = withStations(1)
  expect(book.digest.lookedAtMs()).toBeNull()
  book.digest.looked(NOW)
  expect(book.digest.lookedAtMs()).toBe(NOW)
  book.digest.looked(null)
  expect(book.digest.lookedAtMs()).toBeNull()
})
