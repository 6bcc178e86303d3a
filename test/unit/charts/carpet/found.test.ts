import { expect, test } from 'vitest'
import type { FindingRow } from '../../../../electron/contract/findings.ts'
import { gasDaySpan } from '../../../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { cellsOf } from '../../../../renderer/charts/carpet/cells.ts'
import { foundCells } from '../../../../renderer/views/station/readings/carpet/found.ts'

const gas = { zone: 'UTC', contractHour: 10 }
const cells = cellsOf('hour', gasDaySpan('2026-11-01', '2026-11-10', gas), gas)
const at = (hour: number) => (cells.fromMs[0] ?? 0) + hour * HOUR_MS
const shown = { archiveType: 'hourly', channelVarname: 'P', nowMs: at(240) }

const finding = (record: Partial<FindingRow>): FindingRow => ({
  id: 'f',
  rule: 'frozen',
  flag: 3,
  state: 'new',
  stationId: 1,
  stationName: null,
  equipmentId: 1,
  archiveType: 'hourly',
  view: 'general',
  channelVarname: 'P',
  fromMs: at(5),
  toMs: at(8),
  measure: null,
  threshold: null,
  unit: null,
  m3: null,
  detail: null,
  evidence: { records: [], events: [], settings: [], sessions: [], numbers: {} },
  noteId: null,
  ...record,
})

test('the hours of a finding are outlined in the colour of its flag, what fails last', () => {
  const { outlines } = foundCells(cells, [finding({ flag: 4, fromMs: at(20), toMs: at(21) }), finding({})], shown)
  expect(outlines.map((one) => one.cells)).toEqual([[5, 6, 7], [20]])
  expect(outlines[0]?.color).not.toBe(outlines[1]?.color)
})

test('only findings of this archive, of this channel or of all channels have cells', () => {
  const others = [{ archiveType: 'daily' }, { archiveType: null }, { channelVarname: 'T' }].map(finding)
  expect(foundCells(cells, others, shown).outlines).toEqual([])
  const { outlines, findingsOf } = foundCells(cells, [finding({ channelVarname: null })], shown)
  expect(outlines).toHaveLength(1)
  expect([4, 5, 7, 8].map((cell) => findingsOf(cell).length)).toEqual([0, 1, 1, 0])
})

test('what lasts reaches to the present; what covers most of the carpet is told of a cell, and not outlined', () => {
  const lasting = foundCells(cells, [finding({ fromMs: at(235), toMs: null })], shown)
  expect(lasting.outlines[0]?.cells).toEqual([235, 236, 237, 238, 239])
  const whole = foundCells(cells, [finding({ fromMs: at(0), toMs: at(240) })], shown)
  expect(whole.outlines).toEqual([])
  expect(whole.findingsOf(100)).toHaveLength(1)
})
