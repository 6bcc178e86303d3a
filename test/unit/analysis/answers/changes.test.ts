import { expect, test } from 'vitest'
import { changesOf } from '../../../../electron/analysis/answers/changes/changes.ts'
import {
  archive,
  channel,
  DAY,
  events,
  gauss,
  HOUR,
  hoursAfter,
  MONDAY,
  random,
  rounded,
  setting,
  snapshot,
  station,
} from '../../../support/station-data.ts'

const LENGTH = 24 * 60
const at = (day: number) => MONDAY + day * DAY

/** Two months of a device whose factor is another one from a day on. */
function hours(stepDay: number, factor: number) {
  const next = random(9)
  const columns = { w: [] as number[], s: [] as number[], p: [] as number[], t: [] as number[] }
  for (let hour = 0; hour < LENGTH; hour++) {
    const [p, t] = [rounded(300 + gauss(next) * 3, 1), rounded(10 + gauss(next), 1)]
    const w = rounded(50 + gauss(next), 2)
    columns.w.push(w)
    columns.s.push(rounded(w * (p / 101.325) * (293.15 / (t + 273.15)) * (hour >= stepDay * 24 ? factor : 1), 2))
    columns.p.push(p)
    columns.t.push(t)
  }
  return archive('hourly', hoursAfter(MONDAY, LENGTH), [
    channel('workingVolume', columns.w),
    channel('standardVolume', columns.s),
    channel('pressure', columns.p, { basis: 'absolute' }),
    channel('temperature', columns.t),
  ])
}
const standard = (value: string) => setting('standardTemperature', value, { unit: '°C', name: 'Стандартная температура' })
const hour = (value: string) => setting('contractHour', value, { name: 'Контрактный час' })
const seen = (day: number, to: number, ...items: Parameters<typeof snapshot>[1][number][]) => snapshot(at(day), items, at(to))
const said = (data: ReturnType<typeof station>) => changesOf(data).map(({ name, saidBy }) => [name, saidBy])

test('settings, an event and the factor confirm one another', () => {
  const data = station({
    archives: [hours(30, 1.02)],
    settings: [seen(0, 29.5, standard('20')), seen(30.5, 60, standard('15'))],
    events: {
      changes: events([
        {
          atMs: at(30),
          text: 'Изменена стандартная температура',
          value: '15',
          more: { OldValue: '20' },
          meaning: { role: 'settingChanged' },
        },
      ]),
    },
  })
  expect(changesOf(data)).toMatchObject([
    {
      name: 'Стандартная температура',
      role: 'standardTemperature',
      before: '20',
      after: '15',
      fromMs: at(30),
      toMs: at(30),
      saidBy: ['settings', 'event', 'conversion'],
      event: { atMs: at(30) },
      conversion: { before: expect.closeTo(1, 2) as number, after: expect.closeTo(1.02, 2) as number },
    },
  ])
})

test('what one alone says stands alone', () => {
  expect(said(station({ settings: [seen(0, 10, hour('10')), seen(11, 60, hour('9'))] }))).toEqual([['Контрактный час', ['settings']]])
  const told = { atMs: at(5), text: 'Изменён контрактный час', meaning: { role: 'contractHourChanged' as const } }
  expect(said(station({ events: { changes: events([told]) } }))).toEqual([['Изменён контрактный час', ['event']]])
  expect(said(station({ archives: [hours(30, 1.02)] }))).toEqual([['K', ['conversion']]])
})

test('the factor steps where it steps', () => {
  const [step] = changesOf(station({ archives: [hours(30, 1.02)] }))
  expect(Math.abs((step?.fromMs ?? 0) - at(30))).toBeLessThanOrEqual(DAY)
  expect(changesOf(station({ archives: [hours(30, 1)] }))).toEqual([])
})

test('a step confirms nothing that the factor does not depend on', () => {
  const settings = [seen(0, 29.5, hour('10')), seen(30.5, 60, hour('9'))]
  expect(said(station({ archives: [hours(30, 1.02)], settings })).toSorted()).toEqual([
    ['K', ['conversion']],
    ['Контрактный час', ['settings']],
  ])
})

test('an event of another setting or of another month confirms nothing', () => {
  const settings = [seen(0, 10, hour('10')), seen(11, 60, hour('9'))]
  const told = (day: number, role: 'contractHourChanged' | 'clockSet') => ({
    events: { changes: events([{ atMs: at(day), text: 'x', meaning: { role } }]) },
  })
  expect(said(station({ settings, ...told(10.5, 'contractHourChanged') }))).toEqual([['Контрактный час', ['settings', 'event']]])
  expect(said(station({ settings, ...told(40, 'contractHourChanged') }))).toEqual([
    ['Контрактный час', ['settings']],
    ['x', ['event']],
  ])
  expect(said(station({ settings, ...told(10.5, 'clockSet') }))).toEqual([['Контрактный час', ['settings']]])
})

test('a new substitute is confirmed by the factor that follows it', () => {
  const substitute = (value: string) => setting('substitute', value, { unit: 'кПа', quantity: 'pressure', name: 'P подст.' })
  const values = Array.from({ length: LENGTH }, (_, one) => (one < 30 * 24 ? 300.5 : 330.5))
  const volumes = values.map((_, one) => rounded(50 + (one % 7) / 9, 2))
  const converted = values.map((p, one) => rounded(((volumes[one] ?? 0) * p) / 101.325, 2))
  const one = archive('hourly', hoursAfter(MONDAY, LENGTH), [
    channel('workingVolume', volumes),
    channel('standardVolume', converted),
    channel('pressure', values, { basis: 'absolute' }),
    channel(
      'temperature',
      values.map((_, one) => 20 + (one % 3) / 10),
    ),
  ])
  const settings = [seen(0, 29.9, substitute('300.5')), seen(30 + HOUR / DAY, 60, substitute('330.5'))]
  expect(changesOf(station({ archives: [one], settings }))).toMatchObject([
    { role: 'substitute', saidBy: ['settings', 'conversion'], conversion: { before: expect.closeTo(2.97, 1) as number } },
  ])
})
