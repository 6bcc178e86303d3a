import { expect, test } from 'vitest'
import type { EventRow } from '../../../electron/contract/events.ts'
import { highestStack, markNear, marksOf, marksOfDensity } from '../../../renderer/charts/markers.ts'

const event = (archiveType: string, atMs: number): EventRow => ({
  id: atMs,
  stationId: 1,
  stationName: null,
  equipmentId: 1,
  archiveType,
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

test('events too near to be told apart share a mark, by archive', () => {
  const groups = marksOf([event('alarm', 100), event('alarm', 0), event('valve', 3), event('alarm', 5)], 10)
  expect(
    groups.map(({ archiveType, markers }) => [
      archiveType,
      markers.map(({ atMs, untilMs, count }) => [atMs, untilMs, count]),
    ]),
  ).toEqual([
    [
      'alarm',
      [
        [0, 5, 2],
        [100, 100, 1],
      ],
    ],
    ['valve', [[3, 3, 1]]],
  ])
})

test('counts become marks in the middle of their buckets', () => {
  const groups = marksOfDensity({ fromMs: 0, toMs: 100, archives: [{ archiveType: 'alarm', counts: [0, 4] }] })
  expect(groups[0]?.markers).toEqual([{ archiveType: 'alarm', atMs: 75, untilMs: 100, count: 4, event: null }])
})

test('the nearest mark within reach is found', () => {
  const groups = marksOf([event('alarm', 0), event('valve', 12)], 1)
  expect(markNear(groups, 8, 5)?.archiveType).toBe('valve')
  expect(markNear(groups, 500, 5)).toBeNull()
})

test('the highest stack counts all archives', () => {
  const archives = [
    { archiveType: 'a', counts: [3, 1] },
    { archiveType: 'b', counts: [2, 0] },
  ]
  expect(highestStack(marksOfDensity({ fromMs: 0, toMs: 2, archives }))).toBe(5)
  expect(highestStack([])).toBe(1)
})
