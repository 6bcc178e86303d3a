import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stationFindings } from '../../../../electron/analysis/answers/findings/station-findings.ts'
import { judgeStation } from '../../../../electron/analysis/judge/station.ts'
import { groundOf } from '../../../../electron/analysis/station/load/ground.ts'
import type { RuleRuns } from '../../../../electron/analysis/judge/plan.ts'
import type { Book, StationRow } from '../../../../electron/book/index.ts'
import { withParts } from '../../../../electron/contract/finding-parts.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { createHistory, EQUIPMENT, FROM_MS, STATION, USUAL, writeDays, writeDirectory } from '../../../bench/analysis/station.ts'
import { numRuns, tempBook } from '../../book/fixtures.ts'

/** A station with hours, days, six channels, settings, events and sessions: most rules have something to judge. */

const DAYS = 130
const key = { equipmentId: EQUIPMENT, archiveType: 'hourly', view: 'general' } as const
const SETTINGS = [
  { channelName: 'Pressure, upper limit', channelDataValue: 313, unitName: 'kPa' },
  { channelName: 'Qmin', channelDataValue: 40, unitName: 'm3/h' },
  { channelName: 'Substitute pressure', channelDataValue: 250, unitName: 'kPa' },
  { channelName: 'Next verification', channelDataValue: '01.02.2024', unitName: null },
]

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      // Late pages write hours anew: a spike, zeros, a substitute, a frozen value, a counter that falls.
      channel: fc.constantFrom('gas_consume', 'P', 'T', 'Vwork', 'reading_value'),
      value: fc.constantFrom<number>(0, 250, 5, 99_999),
      hour: fc.integer({ min: 0, max: DAYS * 24 }),
      hours: fc.constantFrom(1, 3, 30),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('event' as const), hour: fc.integer({ min: 0, max: DAYS * 24 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Side {
  book: Book
  history: ReturnType<typeof createHistory>
}
function side(): Side {
  const [book, history] = [tempBook(), createHistory()]
  writeDirectory(book)
  book.settings.putSnapshot(EQUIPMENT, FROM_MS, SETTINGS)
  writeDays(book, history, DAYS)
  return { book, history }
}
function apply({ book, history }: Side, one: Step): void {
  if (one.kind === 'days') writeDays(book, history, one.days)
  if (one.kind === 'event')
    book.events.add({ equipmentId: EQUIPMENT, archiveType: 'alarm' }, [
      { atMs: FROM_MS + one.hour * HOUR_MS, entries: { Code: '7', CodeDescription: 'Door opened' } },
    ])
  if (one.kind !== 'fault') return
  const fromMs = FROM_MS + one.hour * HOUR_MS
  const records = book.readings.rows(key, { fromMs, toMs: fromMs + (one.hours - 1) * HOUR_MS })
  book.page(() =>
    book.readings.put(
      key,
      records.map(({ atMs, values }) => ({ atMs, values: { ...values, [one.channel]: one.value } })),
    ),
  )
}
function judge(book: Book, nowMs: number, all = false): void {
  judgeStation(book, STATION, { usual: USUAL, nowMs, ground: groundOf(book, USUAL), all })
}
const found = (book: Book) =>
  book.findings
    .ofStation(STATION)
    .map(({ id, rule, fromMs, toMs, flag, archiveType, channelVarname, detail, evidence }) => ({
      id,
      rule,
      fromMs,
      toMs,
      flag,
      archiveType,
      channelVarname,
      detail,
      parts: evidence.parts?.map((part) => part.id) ?? [],
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
const judgedRules = (book: Book) =>
  Object.entries(JSON.parse(book.findings.run(STATION)?.verdicts ?? '{}') as RuleRuns).flatMap(([code, run]) =>
    run.evaluated.length > 0 ? [code] : [],
  )

test('rich data: what is judged day by day is what is judged as a whole, by rules that have something to judge', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 5 }), (steps) => {
      const [bit, whole] = [side(), side()]
      let aheadMs = HOUR_MS
      const nowMs = () => FROM_MS + bit.history.days * DAY_MS + aheadMs
      judge(bit.book, nowMs())
      for (const one of steps) {
        if (one.kind === 'time') aheadMs += one.hours * HOUR_MS
        apply(bit, one)
        apply(whole, one)
        judge(bit.book, nowMs())
      }
      aheadMs += HOUR_MS
      judge(bit.book, nowMs())
      judge(whole.book, nowMs(), true)
      expect(found(bit.book)).toEqual(found(whole.book))
      expect(judgedRules(bit.book)).toEqual(judgedRules(whole.book))
      for (const code of judgedRules(bit.book)) met.add(code)
    }),
    { numRuns: numRuns(4, 100) },
  )
  expect(met.size).toBeGreaterThanOrEqual(12)
})

test('one spoilt hour is one finding with its parts, also when it is judged again, and none when it is mended', () => {
  const { book, history } = side()
  const nowMs = FROM_MS + history.days * DAY_MS + HOUR_MS
  const hour = 100 * 24 + 12
  const spoilt = (value: number) => ({ kind: 'fault', channel: 'gas_consume', value, hour, hours: 1 }) as const
  const atMs = FROM_MS + hour * HOUR_MS
  const told = () =>
    book.findings
      .ofStation(STATION)
      .filter(({ rule, fromMs, toMs }) => !['conversion', 'range'].includes(rule) && fromMs < atMs && (toMs ?? Infinity) >= atMs)
      .map(({ rule, evidence }) => [rule, ...(evidence.parts ?? []).map((part) => part.rule).toSorted()])
  const own = book.readings.rows(key, { fromMs: atMs, toMs: atMs })[0]?.values['gas_consume'] as number
  judge(book, nowMs)
  const before = told()
  apply({ book, history }, spoilt(99_999))
  judge(book, nowMs)
  // The hour that is believed, the counter's, is not unusual.
  const one = ['counter_against_sum', 'hours_against_day', 'spike']
  expect(told()).toEqual([...before, one])
  judge(book, nowMs, true)
  expect(told()).toEqual([...before, one])
  // What the parts say of their tests counts as before: none of the three passed.
  const station = stationFindings(book, book.stations.get(STATION) as StationRow, { usual: USUAL, nowMs })
  const { passed = 0, evaluated = 0 } = station?.tests ?? {}
  const failed = new Set(station?.findings.flatMap(withParts).map((each) => `${each.rule} ${each.archiveType} ${each.channelVarname}`))
  expect(evaluated - passed).toBe(failed.size)
  apply({ book, history }, spoilt(own))
  judge(book, nowMs)
  expect(told()).toEqual(before)
})
