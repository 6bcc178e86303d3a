import { expect, test } from 'vitest'
import { broughtBy, digestOfRun } from '../../../../../electron/analysis/answers/digest/brought.ts'
import type { StoredFinding } from '../../../../../electron/book/findings/finding-rows.ts'
import { openBook, type Book } from '../../../../../electron/book/index.ts'
import { BROUGHT_KINDS } from '../../../../../electron/contract/digest-words.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../../electron/contract/time/units.ts'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { NOW, station, tempFolder } from '../../../book/fixtures.ts'

/** What each download brought: counted once, the same as the lines behind it, and each news is that of one download. */

const AT = { usual: { zone: 'UTC', contractHour: 10 }, nowMs: NOW + 10 * HOUR_MS, goesOn: () => true }
const finding = (id: string, more: Partial<StoredFinding> = {}): StoredFinding => ({
  ...{ id, rule: 'frozen', flag: 3, stationId: 1, equipmentId: 1001, archiveType: 'hourly', view: 'general', channelVarname: 'P' },
  ...{ fromMs: NOW - 40 * HOUR_MS, toMs: null, measure: 8, threshold: 6, unit: 'hours', m3: null, detail: null },
  evidence: { records: [], events: [], settings: [], sessions: [], numbers: {} },
  ...more,
})

/** A book whose clock the test moves. */
function ground() {
  const it = { nowMs: NOW - HOUR_MS }
  const book = openBook(join(tempFolder(), 'a.meterbook'), { mode: 'write', now: () => it.nowMs })
  onTestFinished(() => book.close())
  book.stations.put([station({ id: 1, equipmentId: 1001 }), station({ id: 2, equipmentId: 1002 })], it.nowMs)
  it.nowMs = NOW
  return Object.assign(it, {
    book,
    /** The service's clock is an hour behind: nothing may depend on that. */
    run: (added = 0) => {
      const id = book.tasks.createRun({}, it.nowMs - HOUR_MS)
      book.tasks.insert(id, [{ kind: 'readings', target: {}, stationId: 1, position: 1 }], it.nowMs)
      const [task] = book.tasks.next(id, 1)
      book.tasks.advance(task?.id ?? 0, { records: added, added, changed: 0, bytes: 0, cursors: [], nowMs: it.nowMs })
      return id
    },
    end: (id: number) => book.tasks.setRunState(id, 'done', it.nowMs - HOUR_MS),
    judge: (findings: readonly StoredFinding[], more: { stationId?: number; byNewRules?: boolean } = {}) =>
      book.findings.replace({
        ...{ stationId: 1, judgedAtMs: it.nowMs - HOUR_MS, basis: '{}', verdicts: '{}', findings, seen: [], byNewRules: false },
        ...more,
      }),
    corrected: (view: string, records: number) =>
      book.db.exec(
        `INSERT INTO arrival VALUES (${it.nowMs}, 'corrected', 1001, 'hourly', '${view}', ${NOW - 5 * HOUR_MS}, ${NOW - HOUR_MS}, ${records})`,
      ),
  })
}

async function sums(book: Book, runId: number) {
  const { kinds } = await digestOfRun(book, runId, AT)
  const of = (list: readonly string[]) =>
    kinds
      .filter(({ kind }) => list.includes(kind))
      .flatMap(({ lines }) => lines)
      .reduce((sum, { kind, count }) => sum + (kind === 'corrected' || kind === 'judged' ? (count ?? 0) : 1), 0)
  return Object.fromEntries(Object.entries(BROUGHT_KINDS).map(([name, list]) => [name, of(list)]))
}

test('each news belongs to the download in whose time it became known, also what is judged after its end; the lines add up', async () => {
  const it = ground()
  const { book } = it
  const first = it.run(120)
  it.judge([finding('a'), finding('b', { channelVarname: 'T' })])
  it.end(first)
  it.nowMs += MINUTE_MS
  const second = it.run(30)
  it.corrected('general', 7)
  it.corrected('unified', 9)
  it.end(second)
  it.nowMs += MINUTE_MS
  it.judge([finding('a'), finding('b', { channelVarname: 'T' }), finding('c', { rule: 'silent', archiveType: null, channelVarname: null })])
  it.nowMs += HOUR_MS
  const third = it.run()
  const none = { settings: 0, corrected: 0, findings: 0, devices: 0 }
  expect(await broughtBy(book, first, AT)).toEqual({ runId: first, records: 120, ...none, findings: 2 })
  // The same records in two views are told of once.
  expect(await broughtBy(book, second, AT)).toEqual({ runId: second, records: 30, ...none, corrected: 9, findings: 1 })
  expect(await broughtBy(book, third, AT)).toEqual({ runId: third, records: 0, ...none })
  for (const id of [first, second, third]) {
    const { runId: _, records: __, ...figures } = await broughtBy(book, id, AT)
    expect(await sums(book, id)).toEqual(figures)
  }
})

test('what new rules say otherwise, what ended, and what somebody called wrong, no download brought', async () => {
  const it = ground()
  it.judge([finding('a')])
  it.nowMs += MINUTE_MS
  const run = it.run()
  it.judge([finding('a', { toMs: NOW - HOUR_MS }), finding('b', { channelVarname: 'T' })])
  it.nowMs += MINUTE_MS
  it.judge([finding('a', { toMs: NOW - HOUR_MS }), finding('b', { channelVarname: 'T' }), finding('c', { channelVarname: 'V' })], {
    byNewRules: true,
  })
  expect(await broughtBy(it.book, run, AT)).toMatchObject({ findings: 1 })
  expect((await digestOfRun(it.book, run, AT)).kinds.map(({ kind }) => kind)).toEqual(['began'])
})

test('an exchanged device is one, however often the list named it', async () => {
  const it = ground()
  const run = it.run()
  it.book.db.exec(
    `INSERT INTO arrival VALUES (${it.nowMs}, 'device', 1, '', '', ${NOW}, ${NOW}, 1), (${it.nowMs + 1}, 'device', 1, '', '', ${NOW + 1}, ${NOW + 1}, 1)`,
  )
  expect(await broughtBy(it.book, run, AT)).toMatchObject({ devices: 1 })
})

test('a run that the book does not know is said', async () => {
  const { book } = ground()
  await expect(broughtBy(book, 99, AT)).rejects.toThrow('NO_SUCH_RUN')
  await expect(digestOfRun(book, 99, AT)).rejects.toThrow('NO_SUCH_RUN')
})
