import { expect, test } from 'vitest'
import type { EventRow } from '../../../electron/contract/events.ts'
import { foldedLanes, highestCount, markNear, marksOf, marksOfCounts, type Lane } from '../../../renderer/charts/lanes.ts'

const event = (atMs: number): EventRow => ({
  id: atMs,
  stationId: 1,
  stationName: null,
  equipmentId: 1,
  archiveType: 'alarm',
  atMs,
  code: '1',
  codeDescription: null,
  valCode: null,
  izm: null,
  messageName: null,
  messageDescription: null,
  channelVarname: null,
  entries: [],
})
const lane = (key: string, marks: Lane['marks']): Lane => ({
  key,
  title: key,
  name: key,
  color: '#123456',
  symbol: 'circle',
  marks,
})

test('events too near to be told apart share the mark of the first', () => {
  const marks = marksOf([event(100), event(0), event(5)], 10)
  expect(marks.map(({ fromMs, untilMs, count }) => [fromMs, untilMs, count])).toEqual([
    [0, 5, 2],
    [100, 100, 1],
  ])
})

test('counts become bars over their buckets; empty buckets have none', () => {
  const about = { kind: 'count', archiveTypes: ['alarm'] }
  expect(marksOfCounts('alarm', 0, 50, [0, 4])).toEqual([{ shape: 'count', fromMs: 50, untilMs: 100, count: 4, about }])
})

test('a moment is found near its symbol, a bar anywhere over its length', () => {
  const marks = [...marksOf([event(0)], 1), ...marksOfCounts('valve', 100, 200, [3])]
  expect(markNear(marks, 4, 5)?.count).toBe(1)
  expect(markNear(marks, 280, 5)?.count).toBe(3)
  expect(markNear(marks, 304, 5)?.count).toBe(3)
  expect(markNear(marks, 500, 5)).toBeNull()
})

test('folded, bars of one time are added up and say whose they are; moments stay', () => {
  const lanes = [
    lane('alarm', [...marksOfCounts('alarm', 0, 10, [2, 1]), ...marksOf([event(7)], 1)]),
    lane('valve', marksOfCounts('valve', 0, 10, [5, 0])),
  ]
  const [sums, ...rest] = foldedLanes(lanes, '#000000')
  expect(sums?.marks.map(({ fromMs, count, about }) => [fromMs, count, about])).toEqual([
    [0, 7, { kind: 'count', archiveTypes: ['alarm', 'valve'] }],
    [10, 1, { kind: 'count', archiveTypes: ['alarm'] }],
  ])
  expect(rest.map(({ key, marks }) => [key, marks.length])).toEqual([
    ['alarm', 1],
    ['valve', 0],
  ])
  expect(highestCount(lanes)).toBe(5)
  expect(highestCount([])).toBe(1)
})
