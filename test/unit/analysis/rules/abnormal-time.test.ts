import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/abnormal-time.ts'
import { lastedBy, summariesOf, summaryDays } from '../../../../electron/analysis/station/situations/summaries.ts'
import { situationLog } from '../../../../electron/analysis/station/situations/situations.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { DAY, events, HOUR, MONDAY, station } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'

const usual = usualThresholds().abnormal_time
const at = (hour: number) => MONDAY + hour * HOUR
const event = (
  hour: number,
  role: 'situationBegins' | 'situationEnds',
  subject: string,
  quantity: 'pressure' | 'temperature' = 'pressure',
) => ({ atMs: at(hour), meaning: { role, subject, quantity } })
const summary = (hour: number, minutes: number, quantity: 'pressure' | 'temperature' = 'pressure') => ({
  atMs: at(hour),
  value: String(minutes),
  unit: 'мин',
  text: 'Сводка',
  meaning: { role: 'summary' as const, quantity },
})
/** Two that overlap: from 1 to 4 o'clock of the gas day. */
const overlapping = [
  event(1, 'situationBegins', 'a'),
  event(2, 'situationBegins', 'b'),
  event(3, 'situationEnds', 'a'),
  event(4, 'situationEnds', 'b'),
]
const judge = (nesht: Parameters<typeof events>[0], sums: Parameters<typeof events>[0]) =>
  rule.judge(station({ nowMs: at(240), events: { nesht: events(nesht), nesht_svod: events(sums) } }), usual, EVER)

test('overlaps count once, and a summary that agrees is no finding', () => {
  expect(judge(overlapping, [summary(24, 180.9)])).toMatchObject({ found: [], evaluated: [{ archiveType: 'nesht_svod' }] })
})

test('a summary that says otherwise', () => {
  const { found } = judge(overlapping, [summary(24, 200)])
  expect(found).toMatchObject([
    {
      fromMs: MONDAY,
      toMs: MONDAY + DAY,
      measure: 20,
      threshold: 1,
      unit: 'minutes',
      evidence: { numbers: { situations: 180, summary: 200 } },
    },
  ])
})

test('a summary of more than a day has, or of less than nothing, judges nothing', () => {
  for (const minutes of [1441, 1501, 5.5e15, -1]) {
    const { found, notEvaluated } = judge(overlapping, [summary(24, minutes)])
    expect([found, notEvaluated[0]?.why]).toEqual([[], 'no_minutes'])
    expect(judge(overlapping, [summary(24, 180), summary(48, minutes)])).toMatchObject({ found: [], notEvaluated: [] })
  }
})

test('each summary is of its own quantity', () => {
  const both = [...overlapping, event(5, 'situationBegins', 't', 'temperature'), event(5.5, 'situationEnds', 't', 'temperature')]
  expect(judge(both, [summary(24, 180), summary(24, 30, 'temperature')]).found).toEqual([])
})

test('a situation is cut at the end of the gas day, and an open one lasts', () => {
  const long = [event(20, 'situationBegins', 'a')]
  expect(judge(long, [summary(24, 240), summary(48, 1440), summary(72, 1440)]).found).toEqual([])
})

test('devices that write the summary before the day closes are understood too', () => {
  const days = [1, 25, 49].flatMap((hour) => [event(hour, 'situationBegins', 'a'), event(hour + 1, 'situationEnds', 'a')])
  expect(judge(days, [summary(23.9, 60), summary(47.9, 60), summary(71.9, 90)]).found).toMatchObject([
    { fromMs: MONDAY + 2 * DAY, measure: 30 },
  ])
})

test('what had begun before the log is not judged until it ends', () => {
  expect(judge([event(3, 'situationEnds', 'a')], [summary(24, 700)]).found).toEqual([])
})

test('a day whose situations were not asked for from its beginning to its end is not judged', () => {
  const judgeAsked = (toMs: number, fromMs = MONDAY) => {
    const nesht = { ...events([]), asked: [{ fromMs, toMs }] }
    return rule.judge(station({ nowMs: at(240), events: { nesht, nesht_svod: events([summary(24, 60)]) } }), usual, EVER)
  }
  expect(judgeAsked(at(24)).found).toHaveLength(1)
  expect(judgeAsked(at(23)).found).toEqual([])
  // Asked for since a midnight within the first gas day: what had begun and ended before is not in the log.
  expect(judgeAsked(at(48), at(14)).found).toEqual([])
})

test('without a summary or without situations nothing is judged', () => {
  expect(rule.judge(station({ events: { nesht: events(overlapping) } }), usual, EVER).notEvaluated[0]?.why).toBe('no_summary')
  expect(rule.judge(station({ events: { nesht_svod: events([summary(24, 5)]) } }), usual, EVER).notEvaluated[0]?.why).toBe('no_situations')
})

test('a summary that was downloaded and is empty, or that names no minutes, is not called one that was not downloaded', () => {
  const whyOf = (sums: Parameters<typeof events>[0]) => judge(overlapping, sums).notEvaluated.map(({ why }) => why)
  expect(whyOf([])).toEqual(['empty_summary'])
  expect(whyOf([{ ...summary(24, 5), value: null }])).toEqual(['no_minutes'])
})

test('what the summaries of a day say together is never longer than the day', () => {
  const said = (sums: Parameters<typeof events>[0]) => {
    const data = station({ nowMs: at(240), events: { nesht: events(overlapping), nesht_svod: events(sums) } })
    return lastedBy(summaryDays(data, situationLog(data), summariesOf(data), 1))
  }
  expect(said([summary(24, 180), summary(48, 60)])).toEqual({ minutes: 240, union: 180, days: 2 })
  // As the day goes on, each says what it has been by then.
  expect(said([summary(26, 100), summary(32, 700), summary(40, 1200), summary(47, 1400)])).toEqual({ minutes: 1400, union: 180, days: 1 })
  expect(said([summary(24, 1440), summary(24.5, 1440)])).toEqual({ minutes: 1440, union: 180, days: 1 })
})

test('on the day on which clocks are set back a summary may say 25 hours, on the one on which they are set forward 23', () => {
  const gas = { zone: 'Europe/Berlin', contractHour: 6 }
  const data = (atMs: number, minutes: number) =>
    station({ gas, nowMs: atMs + DAY, events: { nesht_svod: events([{ ...summary(0, minutes), atMs }]) } })
  const [autumn, spring] = [Date.UTC(2026, 9, 25, 5), Date.UTC(2026, 2, 29, 4)]
  expect([1500, 1501].map((minutes) => summariesOf(data(autumn, minutes)).length)).toEqual([1, 0])
  expect([1380, 1381].map((minutes) => summariesOf(data(spring, minutes)).length)).toEqual([1, 0])
})
