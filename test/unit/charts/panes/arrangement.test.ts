import { expect, test } from 'vitest'
import type { ChannelInfo } from '../../../../electron/contract/readings.ts'
import {
  folded,
  isArrangement,
  merged,
  moved,
  nudged,
  panesOf,
  ranged,
  resized,
  separated,
  USUAL,
  type Arrangement,
} from '../../../../renderer/charts/panes/arrangement.ts'
import { groupsOf } from '../../../../renderer/charts/panes/groups.ts'
import { axesOfPane } from '../../../../renderer/charts/panes/pane-axes.ts'

const channel = (channelVarname: string, unitName: string | null): ChannelInfo => ({
  channelVarname,
  channelName: null,
  unitName,
})
const CHANNELS = [
  channel('VNakpriv', 'м³'),
  channel('Vwork', 'м³'),
  channel('Vpriv', 'м³'),
  channel('P', 'кПа'),
  channel('Pabs', 'МПа'),
  channel('Pizb', 'кПа'),
  channel('T', '°C'),
]
const KINDS = CHANNELS.map(({ channelVarname, unitName }) => {
  if (channelVarname.startsWith('VNak')) return 'accumulator' as const
  return unitName === 'м³' ? ('period' as const) : ('state' as const)
})
const GROUPS = groupsOf(CHANNELS, KINDS, [0, 1, 2, 3, 4, 5, 6])
const keys = (arrangement: Arrangement) => panesOf(GROUPS, arrangement).map(({ key }) => key)
const panes = (arrangement: Arrangement = USUAL) => panesOf(GROUPS, arrangement)

test('a pane for each quantity and unit; a counter never stands with what it counts, and is folded', () => {
  expect(panes().map(({ key, groups, folded: isFolded }) => [key, groups[0]?.channels, isFolded])).toEqual([
    ['workingVolume|м³', [1], false],
    ['standardVolume|м³', [2], false],
    ['pressure|кПа', [3, 5], false],
    ['pressure|МПа', [4], false],
    ['temperature|°C', [6], false],
    ['standardCounter|м³', [0], true],
  ])
  expect(panes(folded(USUAL, 'standardCounter|м³', false)).at(-1)?.folded).toBe(false)
})

test('a counter that nothing but its values tells has a pane of its own', () => {
  const channels = [channel('X1', 'м³'), channel('X2', 'м³')]
  const groups = groupsOf(channels, ['period', 'accumulator'], [0, 1])
  expect(groups.map(({ channels: own, counter }) => [own, counter])).toEqual([
    [[0], false],
    [[1], true],
  ])
})

test('panes move; one that the kept order does not know keeps its usual place', () => {
  const up = nudged(USUAL, panes(), 'pressure|кПа', -1)
  expect(keys(up).slice(0, 3)).toEqual(['workingVolume|м³', 'pressure|кПа', 'standardVolume|м³'])
  expect(nudged(USUAL, panes(), 'workingVolume|м³', -1)).toBe(USUAL)
  const last = moved(USUAL, panes(), 'workingVolume|м³', null)
  expect(keys(last).at(-1)).toBe('workingVolume|м³')
  const older = { ...USUAL, order: ['temperature|°C', 'pressure|кПа'] }
  expect(keys(older)).toEqual([
    'workingVolume|м³',
    'standardVolume|м³',
    'temperature|°C',
    'pressure|МПа',
    'pressure|кПа',
    'standardCounter|м³',
  ])
})

test('merged panes keep an axis for each unit, and counters one of their own; taken apart they are as before', () => {
  let now = merged(USUAL, panes(), 'standardVolume|м³', 'workingVolume|м³')
  now = merged(now, panes(now), 'temperature|°C', 'workingVolume|м³')
  now = merged(now, panes(now), 'standardCounter|м³', 'workingVolume|м³')
  const host = panes(now).find(({ key }) => key === 'workingVolume|м³')
  expect(host?.folded).toBe(false)
  const axes = axesOfPane({ groups: host?.groups ?? [] }, () => '1,000')
  expect(axes.map(({ unit, channels, side }) => [unit, channels, side])).toEqual([
    ['м³', [1, 2], 'left'],
    ['°C', [6], 'right'],
    ['м³', [0], 'left'],
  ])
  expect(axes[2]?.offset).toBe(axes[0]?.width)
  const apart = separated(now, panes(now), 'workingVolume|м³')
  expect([...keys(apart)].sort()).toEqual([...keys(USUAL)].sort())
  expect(apart.merged).toEqual({})
})

test('what was merged stands alone again where its host is not shown', () => {
  const now = merged(USUAL, panes(), 'temperature|°C', 'pressure|кПа')
  const alone = panesOf(groupsOf(CHANNELS, KINDS, [6]), now)
  expect(alone.map(({ key }) => key)).toEqual(['temperature|°C'])
})

test('neighbours share their height out anew, the others keep theirs', () => {
  const [upper, lower, other] = panes()
  if (!upper || !lower || !other) throw new Error('three panes')
  const now = panes(resized(USUAL, upper, lower, { both: 200, upper: 150 }))
  expect(now.slice(0, 3).map(({ height }) => height)).toEqual([1.5, 0.5, 1])
})

test('only what describes an arrangement is taken from what was kept', () => {
  const all = ranged(ranged(folded(USUAL, 'a', true), 'a', [1, 2]), 'b', 'whole')
  expect(isArrangement(JSON.parse(JSON.stringify(all)))).toBe(true)
  expect(ranged(all, 'a', 'seen').ranges).toEqual({ b: 'whole' })
  expect(isArrangement({ ...all, ranges: { a: [2, 1] } })).toBe(false)
  expect(isArrangement({ ...all, heights: { a: 0 } })).toBe(false)
  expect(isArrangement({ order: [] })).toBe(false)
  expect(isArrangement(null)).toBe(false)
})
