import { describe, expect, test } from 'vitest'
import { compareAt, COMPARED } from '../../../renderer/places/compare.ts'
import { consumptionAt } from '../../../renderer/places/consumption.ts'
import { findingsAt } from '../../../renderer/places/findings.ts'
import { eventsAt, keyOfMessage } from '../../../renderer/places/log.ts'
import { rulesAt } from '../../../renderer/places/rules.ts'
import { findingOn, logOn, noteOn, readingsHref, readingsOn, sessionsOn, settingsOn } from '../../../renderer/places/station.ts'

const station = (tab: string, query: object) => ({ name: 'station', params: { id: 7, tab }, query })

describe('a link names what a tab of a station shows', () => {
  test('readings, at a moment or around a time that is marked, in whole milliseconds', () => {
    expect(readingsOn(7, { atMs: 1_700_000_000_000 })).toEqual(station('readings', { at: '1700000000000' }))
    expect(readingsHref(7, 1_700_000_000_000)).toBe('#/stations/7/readings?at=1700000000000')
    const span = { fromMs: Date.UTC(2026, 0, 1) + 0.4, toMs: Date.UTC(2026, 0, 2) }
    const mark = { fromMs: 1_700_000_000_000.4, toMs: 1_700_000_000_002 }
    expect(readingsOn(7, { archive: 'hourly', view: null, channels: ['P', 'T'], span, mark })).toEqual(
      station('readings', {
        archive: 'hourly',
        channels: 'P,T',
        from: '2026-01-01T00:00:00.000Z',
        to: '2026-01-02T00:00:00.000Z',
        mark: '1700000000000-1700000000002',
      }),
    )
  })

  test('events, settings, sessions, a note and a finding', () => {
    const message = keyOfMessage({ code: 'A-15', description: null, archiveType: 'alarm' })
    expect(logOn(7, { at: 1_700_000_000_000.6 })).toEqual(station('events', { at: '1700000000001' }))
    expect(logOn(7, { messages: [message], archives: ['alarm'] })).toEqual(station('events', { message: [message], archives: 'alarm' }))
    expect(settingsOn(7, { snapshot: 5, against: 4 })).toEqual(station('settings', { snapshot: '5', against: '4' }))
    expect(settingsOn(7, { taken: 1_700_000_000_000 })).toEqual(station('settings', { taken: '1700000000000' }))
    expect(settingsOn(7, {})).toEqual(station('settings', {}))
    expect(sessionsOn(7, 1_700_000_000_000)).toEqual(station('sessions', { at: '1700000000000' }))
    expect(noteOn(7, 'n-1')).toEqual(station('notes', { note: 'n-1' }))
    expect(findingOn(7, 'f-1')).toEqual(station('findings', { finding: 'f-1' }))
  })
})

test('a link to a screen of all stations names what is narrowed and nothing else', () => {
  expect(findingsAt({ rules: ['kept_twice'] })).toEqual({ name: 'findings', query: { rules: 'kept_twice' } })
  expect(findingsAt({ rules: ['range'], stations: [7] }).query).toEqual({ rules: 'range', stations: '7' })
  expect(eventsAt({ archives: ['valve'] })).toEqual({ name: 'events', query: { archives: 'valve' } })
  expect(compareAt([3, 1])).toEqual({ name: 'compare', query: { ids: '3,1' } })
  expect(COMPARED.read({ ids: '3,x,1,-2' })).toEqual({ ids: [3, 1] })
  expect(consumptionAt({ consumer: 5, by: 'day' })).toEqual({
    name: 'consumption',
    query: { consumer: '5', by: 'day' },
  })
  expect(rulesAt()).toEqual({ name: 'reference', params: { tab: 'rules' }, query: {} })
  expect(rulesAt({ stationId: 7, rule: 'range' })).toMatchObject({ query: { device: '7', rule: 'range' } })
})
