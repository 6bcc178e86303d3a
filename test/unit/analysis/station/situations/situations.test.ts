import { expect, test } from 'vitest'
import { askedUntil, situationLog, unionOf } from '../../../../../electron/analysis/station/situations/situations.ts'
import { events, HOUR, MONDAY, station } from '../../../../support/station-data.ts'

const at = (hour: number) => MONDAY + hour * HOUR
const begins = (hour: number, subject = 'p', more = {}) => ({
  atMs: at(hour),
  meaning: { role: 'situationBegins' as const, subject, ...more },
})
const ends = (hour: number, subject = 'p') => ({ atMs: at(hour), meaning: { role: 'situationEnds' as const, subject } })

test('a begin and the next end are one situation; the last that never ends is open', () => {
  const data = station({ events: { nesht: events([begins(1), ends(3), begins(5)]) } })
  expect(situationLog(data).situations.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [at(1), at(3)],
    [at(5), null],
  ])
})

test('situations of two archives are not mixed, the valve and the power are one thing in all of them', () => {
  const data = station({
    events: {
      nesht: events([begins(1), { atMs: at(2), meaning: { role: 'powerOff' } }]),
      alarm: events([ends(3), { atMs: at(4), meaning: { role: 'valveShut' } }]),
      valve: events([{ atMs: at(6), meaning: { role: 'valveOpen' } }]),
      event: events([{ atMs: at(7), meaning: { role: 'powerOn' } }]),
    },
  })
  expect(situationLog(data).situations.map(({ kind, fromMs, toMs }) => [kind, fromMs, toMs])).toEqual([
    ['situation', at(1), null],
    ['power', at(2), at(7)],
    ['valve', at(4), at(6)],
  ])
  expect(situationLog(data).endsAlone.map(({ atMs }) => atMs)).toEqual([at(3)])
})

test('what nothing ends is no situation', () => {
  expect(situationLog(station({ events: { nesht: events([begins(1, '')]) } })).situations).toEqual([])
})

test('the device substitutes by the role or by the words', () => {
  const told = events([
    { atMs: at(1), meaning: { role: 'substituteBegins', subject: 'a' } },
    { ...begins(2, 'b'), text: 'Отказ датчика, принято подстановочное значение' },
    begins(3, 'c'),
  ])
  expect(situationLog(station({ events: { nesht: told } })).situations.map(({ substitutes }) => substitutes)).toEqual([true, true, false])
})

test('overlaps count once, and what lasts ends now', () => {
  const data = station({
    nowMs: at(10),
    events: { nesht: events([begins(1, 'a'), begins(2, 'b'), ends(3, 'a'), ends(4, 'b'), begins(8, 'a')]) },
  })
  expect(unionOf(situationLog(data).situations, data.nowMs, () => true)).toEqual([
    { fromMs: at(1), toMs: at(4) },
    { fromMs: at(8), toMs: at(10) },
  ])
})

test('events are known until the end of what was asked for', () => {
  const asked = [
    { fromMs: at(0), toMs: at(10) },
    { fromMs: at(20), toMs: at(30) },
  ]
  expect([1, 10, 15, 25].map((hour) => askedUntil({ asked }, at(hour)))).toEqual([at(10), at(10), -Infinity, at(30)])
  expect(askedUntil({}, at(1))).toBe(Infinity)
})
