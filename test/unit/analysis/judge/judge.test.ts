import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { judgeStation } from '../../../../electron/analysis/judge/station.ts'
import { groundOf } from '../../../../electron/analysis/station/load/ground.ts'
import type { Rules } from '../../../../electron/analysis/judge/plan.ts'
import type { Found, Rule, Subject } from '../../../../electron/analysis/rules/say/rule.ts'
import { RULE_BY_CODE } from '../../../../electron/analysis/rules/index.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { alarm, numRuns, session, station, tempBook } from '../../book/fixtures.ts'

const usual = { zone: 'UTC', contractHour: 10 }
const FROM = Date.UTC(2026, 0, 1)
const HOURS = 40 * 24
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
const EVIDENCE = { records: [], events: [], settings: [], sessions: [], numbers: {} }

const finding = (found: Partial<Found> & Pick<Found, 'fromMs' | 'toMs'>): Found => ({
  flag: 3,
  archiveType: 'hourly',
  channelVarname: 'P',
  measure: null,
  threshold: null,
  unit: null,
  m3: null,
  detail: null,
  evidence: EVIDENCE,
  ...found,
})

/** Runs of records in a row with the same pressure, of at least `suspect` records; what ends the archive still lasts. */
const flat: Rule<'frozen'> = {
  code: 'frozen',
  reach: { beforeDays: 1, afterDays: 1 },
  judge(data, { suspect }, window) {
    const archive = data.archives.find(({ archiveType }) => archiveType === 'hourly')
    const values = archive?.channels.find(({ channelVarname }) => channelVarname === 'P')?.values
    const subject = { archiveType: 'hourly', channelVarname: 'P' }
    if (!archive || !values) return { found: [], evaluated: [], notEvaluated: [{ ...subject, why: 'no_hourly' }] }
    const { timesMs } = archive
    const found: Found[] = []
    for (let from = 0; from < timesMs.length;) {
      let to = from + 1
      while (to < timesMs.length && values[to] === values[from] && timesMs[to] === (timesMs[to - 1] ?? 0) + HOUR_MS) to++
      const [fromMs, toMs] = [(timesMs[from] ?? 0) - HOUR_MS, timesMs[to - 1] ?? 0]
      if (to - from >= (suspect ?? 0) && fromMs <= window.toMs && toMs >= window.fromMs)
        found.push(finding({ fromMs, toMs, measure: to - from, threshold: suspect, unit: 'hours' }))
      from = to
    }
    return { found, evaluated: [subject], notEvaluated: [] }
  },
}

/** Hours that are due and missing, in runs. */
const missing: Rule<'missing_record'> = {
  code: 'missing_record',
  reach: { beforeDays: 1, afterDays: 1 },
  judge(data, _thresholds, window) {
    const due = data.archives.find(({ archiveType }) => archiveType === 'hourly')?.due
    const found: Found[] = []
    for (let at = 0; due && at < due.due.length;) {
      let to = at
      while (to < due.due.length && due.present[to] === 0) to++
      const [fromMs, toMs] = [(due.due[at] ?? 0) - HOUR_MS, due.due[to - 1] ?? 0]
      if (to > at && fromMs <= window.toMs && toMs >= window.fromMs)
        found.push(finding({ flag: 9, channelVarname: null, fromMs, toMs, measure: to - at, unit: 'records' }))
      at = Math.max(to, at + 1)
    }
    return { found, evaluated: due ? [{ archiveType: 'hourly', channelVarname: null }] : [], notEvaluated: [] }
  },
}

/** This rule judges the station as a whole, at the present moment. */
const quiet: Rule<'silent'> = {
  code: 'silent',
  reach: 'all',
  recentDays: 3,
  ofNow: true,
  judge: (data) => ({
    found:
      data.lastSessionMs !== null && data.nowMs - data.lastSessionMs > DAY_MS
        ? [
            finding({
              archiveType: null,
              channelVarname: null,
              fromMs: data.lastSessionMs,
              toMs: null,
              measure: (data.nowMs - data.lastSessionMs) / DAY_MS,
            }),
          ]
        : [],
    evaluated: [{ archiveType: null, channelVarname: null }],
    notEvaluated: [],
  }),
}
const SMALL: Rules = { frozen: flat, missing_record: missing, silent: quiet }

function newBook(): Book {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], FROM)
  return book
}

const judge = (book: Book, nowMs: number, rules: Rules, all = false) =>
  judgeStation(book, 1, { usual, nowMs, ground: groundOf(book, usual), rules, all })
const found = (book: Book) =>
  book.findings
    .ofStation(1)
    .map(({ id, rule, fromMs, toMs, measure, flag }) => ({ id, rule, fromMs, toMs, measure, flag }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
const verdicts = (book: Book) => {
  const runs = JSON.parse(book.findings.run(1)?.verdicts ?? '{}') as Record<string, { evaluated: unknown; notEvaluated: unknown }>
  return Object.fromEntries(Object.entries(runs).map(([code, { evaluated, notEvaluated }]) => [code, { evaluated, notEvaluated }]))
}

/** What is not judged though a part of it is known. */
function coarse(book: Book): string[] {
  const runs = JSON.parse(book.findings.run(1)?.verdicts ?? '{}') as Record<string, { evaluated: Subject[]; notEvaluated: Subject[] }>
  return Object.entries(runs).flatMap(([code, { evaluated, notEvaluated }]) =>
    notEvaluated.flatMap((one) =>
      [...evaluated, ...notEvaluated].some(
        (other) =>
          (one.archiveType === null && other.archiveType !== null) ||
          (one.archiveType === other.archiveType && one.channelVarname === null && other.channelVarname !== null),
      )
        ? [`${code} ${one.archiveType}`]
        : [],
    ),
  )
}

/** What a download brings: hours of one stretch, new or late, with few distinct pressures; asked for in any case. */
const page = fc.record({
  first: fc.integer({ min: 0, max: HOURS - 1 }),
  pressures: fc.array(fc.option(fc.constantFrom<number[]>(1, 1, 1, 2), { nil: null }), { minLength: 1, maxLength: 60 }),
})
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('page' as const), page }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('event' as const), hour: fc.integer({ min: 0, max: HOURS }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('threshold' as const), hours: fc.integer({ min: 2, max: 12 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('session' as const), hour: fc.integer({ min: 0, max: HOURS }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('time' as const), hours: fc.integer({ min: 1, max: 100 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function apply(book: Book, one: Step, at: number): void {
  if (one.kind === 'event') book.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [alarm(FROM + one.hour * HOUR_MS, '1')])
  if (one.kind === 'session') book.sessions.put([session({ id: at, telemetryId: 2001, atMs: FROM + one.hour * HOUR_MS })])
  if (one.kind === 'threshold') book.thresholds.set([{ scope: 'book', scopeId: null, rule: 'frozen', key: 'suspect', value: one.hours }])
  if (one.kind !== 'page') return
  const { first, pressures } = one.page
  const records = pressures.flatMap((P, hour) => (P === null ? [] : [{ atMs: FROM + (first + hour) * HOUR_MS, values: { P } }]))
  const dayOf = (hour: number) => new Date(FROM + hour * HOUR_MS).toISOString().slice(0, 10)
  book.page(() => {
    book.readings.put(key, records)
    book.coverage.mark(key, { from: dayOf(first), to: dayOf(first + pressures.length) }, { state: 'fetched', fetchedAtMs: FROM })
  })
}

function sameAsWhole(rules: Rules, steps: readonly Step[]): void {
  const [book, fresh] = [newBook(), newBook()]
  let nowMs = FROM + HOURS * HOUR_MS
  steps.forEach((one, at) => {
    if (one.kind === 'time') nowMs += one.hours * HOUR_MS
    apply(book, one, at)
    apply(fresh, one, at)
    judge(book, nowMs, rules)
  })
  // What depends on the present moment is asked again after an hour.
  nowMs += HOUR_MS
  judge(book, nowMs, rules)
  judge(fresh, nowMs, rules, true)
  // No rule says of a whole that it cannot judge it and also what it found in a part of it.
  expect(coarse(fresh)).toEqual([])
  expect(found(book)).toEqual(found(fresh))
  expect(verdicts(book)).toEqual(verdicts(fresh))
}

test('what is judged bit by bit is what is judged as a whole: late pages, events, sessions, thresholds, time', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => sameAsWhole(SMALL, steps)),
    { numRuns: numRuns(15, 1_000) },
  )
})

test('a correction that changes what all values tell reads the station once as a part and once as a whole', () => {
  const book = newBook()
  const read = vi.spyOn(book.readings, 'columns')
  const pressures = Array.from({ length: HOURS }, (_, hour) => 1 + (hour % 3))
  let nowMs = FROM + HOURS * HOUR_MS
  const judged = (first: number, values: number[]) => {
    apply(book, { kind: 'page', page: { first, pressures: values } }, 0)
    read.mockClear()
    judge(book, nowMs, RULE_BY_CODE)
    nowMs += DAY_MS
    return read.mock.calls.map(([, range]) => (range?.fromMs === undefined ? 'whole' : 'part'))
  }
  expect(judged(0, pressures)).toEqual(['whole'])
  expect(judged(HOURS, [2, 3])).toEqual(['part'])
  // A finer step than any value had.
  expect(judged(40, [1.5])).toEqual(['part', 'whole'])
})

test('and by all rules of the program', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => sameAsWhole(RULE_BY_CODE, steps)),
    { numRuns: numRuns(6, 300) },
  )
})

const pressures = (hours: number) => Array.from({ length: hours }, (_, at): 1 | 2 => (at % 2 === 0 ? 1 : 2))
const filled = (hours: number) => ({
  kind: 'page' as const,
  page: { first: 0, pressures: pressures(hours) },
})
const counted = (rules: Rules) => {
  const windows: string[] = []
  const counting = Object.fromEntries(
    Object.entries(rules).map(([code, rule]) => [
      code,
      {
        ...rule,
        judge: (...args: Parameters<Rule['judge']>) => {
          windows.push(`${code} ${args[0].archives[0]?.timesMs.length ?? 0}`)
          return (rule as Rule).judge(...args)
        },
      },
    ]),
  ) as Rules
  return { windows, counting }
}

test('after one new day only the days that it can change are read and judged', () => {
  const book = newBook()
  const nowMs = FROM + HOURS * HOUR_MS
  apply(book, filled(900), 1)
  judge(book, nowMs, SMALL)
  const { windows, counting } = counted(SMALL)
  apply(book, { kind: 'page', page: { first: 900, pressures: pressures(24) } }, 2)
  expect(judge(book, nowMs, counting)).toEqual({ stationId: 1, judged: 3 })
  expect(windows.map((text) => text.split(' ')[0])).toEqual(['silent', 'missing_record', 'frozen'])
  for (const text of windows) expect(Number(text.split(' ')[1])).toBeLessThan(200)
})

test('nothing is judged where nothing changed, and what is of now again after an hour', () => {
  const book = newBook()
  const nowMs = FROM + HOURS * HOUR_MS + HOUR_MS
  apply(book, filled(100), 1)
  expect(judge(book, nowMs, SMALL)?.judged).toBe(3)
  const rows = found(book).length
  expect(judge(book, nowMs, SMALL)?.judged).toBe(0)
  expect(judge(book, nowMs + HOUR_MS, SMALL)?.judged).toBe(1)
  judge(book, nowMs, SMALL, true)
  expect(found(book)).toHaveLength(rows)
})

test('a threshold runs its own rule again, a clock all of them', () => {
  const book = newBook()
  const nowMs = FROM + HOURS * HOUR_MS
  apply(book, filled(100), 1)
  judge(book, nowMs, SMALL)
  apply(book, { kind: 'threshold', hours: 3 }, 2)
  expect(judge(book, nowMs, SMALL)?.judged).toBe(1)
  book.clocks.setOfBook({ timeZone: 'Asia/Omsk', contractHour: 8 })
  expect(judge(book, nowMs, SMALL)?.judged).toBe(3)
})

test('what ends in the middle of judging has changed nothing', () => {
  const book = newBook()
  apply(book, filled(100), 1)
  let judged = 0
  const ended = () => {
    if (++judged === 2) throw new Error('ended')
    return { found: [], evaluated: [], notEvaluated: [] }
  }
  const rules = Object.fromEntries(Object.entries(SMALL).map(([code, rule]) => [code, { ...rule, judge: ended }])) as Rules
  expect(() => judge(book, FROM + HOURS * HOUR_MS, rules)).toThrow('ended')
  expect(found(book)).toEqual([])
  expect(book.findings.changedOf(1001, 2001)).not.toEqual([])
  expect(judge(book, FROM + HOURS * HOUR_MS, SMALL)?.judged).toBe(3)
})
