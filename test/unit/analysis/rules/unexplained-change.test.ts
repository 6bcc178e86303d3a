import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/unexplained-change.ts'
import { EVER, type SettingsSnapshot } from '../../../../electron/analysis/kernel/data.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { DAY, events, MONDAY, setting, snapshot, station, type EventGiven } from '../../../support/station-data.ts'

const usual = usualThresholds().unexplained_change
const at = (day: number) => MONDAY + day * DAY
const hour = (value: string) => setting('contractHour', value)
const point = (value: string) => setting('highSetPoint', value, { unit: 'кПа', quantity: 'pressure' })
const judge = (settings: readonly SettingsSnapshot[], changes: readonly EventGiven[] | null) =>
  rule.judge(station({ nowMs: at(400), settings, events: changes ? { changes: events(changes) } : {} }), usual, EVER)
const changed = [snapshot(at(0), [hour('10'), point('500')], at(30)), snapshot(at(31), [hour('9'), point('500')], at(60))]
const set = (day: number, more: Partial<EventGiven> = {}): EventGiven => ({
  atMs: at(day),
  text: 'Изменена уставка',
  meaning: { role: 'settingChanged', quantity: 'pressure' },
  ...more,
})

test('a setting that changed without an event', () => {
  expect(judge(changed, []).found).toMatchObject([
    {
      detail: 'settings_alone',
      fromMs: at(30),
      toMs: at(31),
      evidence: { settings: [{ channelName: 'contractHour', before: '10', after: '9' }] },
    },
  ])
})

test('before the log was asked for, nobody knows whether it tells', () => {
  const asked = (toMs: number) => ({ ...events([]), asked: [{ fromMs: at(-10), toMs }] })
  const found = (toMs: number) =>
    rule.judge(station({ nowMs: at(400), settings: changed, events: { changes: asked(toMs) } }), usual, EVER).found
  expect(found(at(31))).toHaveLength(1)
  expect(found(at(30.5))).toEqual([])
})

test('an event explains what it speaks of, and nothing else', () => {
  const told = { atMs: at(30.5), meaning: { role: 'contractHourChanged' as const } }
  expect(judge(changed, [told]).found).toEqual([])
  expect(judge(changed, [set(30.5)]).found.map(({ detail }) => detail)).toContain('settings_alone')
  expect(judge(changed, [{ atMs: at(30.5), meaning: { role: 'clockSet' } }]).found).toHaveLength(1)
  expect(judge(changed, [{ ...told, atMs: at(20) }]).found.map(({ detail }) => detail)).toContain('settings_alone')
})

test('an event that names a setting which is the same before and after', () => {
  expect(judge(changed, [set(10), { atMs: at(30.5), meaning: { role: 'contractHourChanged' } }]).found).toMatchObject([
    { detail: 'event_alone', fromMs: at(10), evidence: { events: [{ archiveType: 'changes', atMs: at(10) }] } },
  ])
})

test('what was set and set back changed nothing that settings could show', () => {
  const twice = [
    set(10, { value: '550', more: { OldValue: '500' } }),
    set(11, { value: '500', more: { OldValue: '550' } }),
    { atMs: at(30.5), meaning: { role: 'contractHourChanged' as const } },
  ]
  expect(judge(changed, twice).found).toEqual([])
})

test('the clock of the device and what changes at every reading are left out', () => {
  const settings = [0, 1, 2, 3, 4, 5].map((day) =>
    snapshot(at(day), [
      setting('deviceTime', `0${day + 1}.02.2026 10:00:00`),
      setting('none', String(day), { name: 'Наработка' }),
      setting('none', String(day * 7), { name: 'X' }),
      hour('10'),
    ]),
  )
  expect(judge(settings, [])).toMatchObject({ found: [], evaluated: [{ archiveType: 'changes' }] })
})

test('one reading of the settings, no changes archive, no settings: not judged', () => {
  expect(judge([snapshot(at(0), [hour('10')])], []).notEvaluated[0]?.why).toBe('too_few')
  expect(judge(changed, null).notEvaluated[0]?.why).toBe('no_changes')
  expect(judge([], []).notEvaluated[0]?.why).toBe('no_settings')
})
