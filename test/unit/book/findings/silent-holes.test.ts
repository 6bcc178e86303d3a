import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { findingsOfData } from '../../../../electron/exports/forms/consumption/finding-notes.ts'
import type { FormSource } from '../../../../electron/exports/forms/content.ts'
import { finding, NOW, station, tempBook } from '../fixtures.ts'

/** The m³ of a silence and of the hole behind the last record are told once: who goes where, and what a form says, count them once. */

test('the hole of a silence is counted with the silence, and said with the hole', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  const lastMs = NOW - 20 * HOUR_MS
  book.readings.put({ equipmentId: 1001, archiveType: 'hourly', view: 'general' }, [{ atMs: lastMs, values: { P: 1 } }])
  const missing = { rule: 'missing_record', flag: 9, unit: 'records', channelVarname: null } as const
  const of = { fromMs: lastMs, toMs: NOW - HOUR_MS }
  const findings = [
    finding('silence', { rule: 'silent', archiveType: null, view: null, channelVarname: null, fromMs: lastMs, toMs: null, m3: 21 }),
    finding('behind', { ...missing, ...of, m3: 19 }),
    finding('before', { ...missing, fromMs: lastMs - 9 * HOUR_MS, toMs: lastMs - 2 * HOUR_MS, m3: 7 }),
  ]
  book.findings.replace({ stationId: 1, judgedAtMs: NOW, basis: '{}', verdicts: '{}', findings, seen: [] })
  const visited = () =>
    [...book.fleet.findings(() => null)].flatMap((some) => some.map(({ rule, findings: count, m3 }) => [rule, count, m3]))
  const printed = () => findingsOfData({ book } as FormSource, { id: 1 }).map(({ id, m3 }) => [id, m3])

  expect([...book.findings.silentHoles(1)]).toEqual(['behind'])
  expect(visited()).toEqual([
    ['missing_record', 1, 7],
    ['silent', 1, 21],
  ])
  expect(printed()).toEqual([
    ['before', 7],
    ['silence', null],
    ['behind', 19],
  ])

  // Without the silence, nobody else tells the hole.
  book.findings.mark(['silence'], 'explained', { author: 'Иванов', nowMs: NOW }, () => null)
  expect(visited()).toEqual([['missing_record', 2, 26]])
  // Without the hole, nobody else tells the m³ of the silence.
  book.findings.mark(['behind'], 'wrong', { author: 'Иванов', nowMs: NOW }, () => null)
  expect(printed()).toEqual([
    ['before', 7],
    ['silence', 21],
  ])
})

test('of a hole that was there long before the silence the rest is counted with the hole', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  const lastMs = NOW - 20 * HOUR_MS
  book.readings.put({ equipmentId: 1001, archiveType: 'hourly', view: 'general' }, [{ atMs: lastMs, values: { P: 1 } }])
  const nothing = { archiveType: null, view: null, channelVarname: null } as const
  const findings = [
    finding('silence', { ...nothing, rule: 'silent', fromMs: NOW - 8 * HOUR_MS, toMs: null, m3: 8 }),
    finding('behind', { rule: 'missing_record', flag: 9, unit: 'records', channelVarname: null, fromMs: lastMs, toMs: NOW, m3: 20 }),
  ]
  book.findings.replace({ stationId: 1, judgedAtMs: NOW, basis: '{}', verdicts: '{}', findings, seen: [] })
  const visited = [...book.fleet.findings(() => null)].flatMap((some) => some.map(({ rule, m3 }) => [rule, m3]))
  expect(visited).toEqual([
    ['missing_record', 12],
    ['silent', 8],
  ])
})
