import { expect, test } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import type { ChannelInfo } from '../../../../electron/contract/readings.ts'
import { folded, LANES, panesOf, USUAL, type Arrangement } from '../../../../renderer/charts/panes/arrangement.ts'
import { groupsOf } from '../../../../renderer/charts/panes/groups.ts'
import { proofOf, type Proof } from '../../../../renderer/charts/panes/proof.ts'
import { useUnfolded } from '../../../../renderer/views/station/readings/panes/use-unfolded.ts'

/** What proves a finding is seen where the finding leads to. */
const channel = (channelVarname: string, unitName: string): ChannelInfo => ({ channelVarname, channelName: null, unitName })
const series = {
  channels: [channel('VNakpriv', 'м³'), channel('Vpriv', 'м³'), channel('P', 'кПа')],
  kinds: ['accumulator', 'period', 'state'] as const,
}
const shown = [0, 1, 2]
const GROUPS = groupsOf(series.channels, series.kinds, shown)
const keyOf = (place: number) => GROUPS.find(({ channels }) => channels.includes(place))?.key ?? ''
const foldedIn = (arrangement: Arrangement) =>
  panesOf(GROUPS, arrangement)
    .filter((pane) => pane.folded)
    .map(({ key }) => key)

const evidence = { records: [], events: [], settings: [], sessions: [], numbers: {} }
const COUNTED = proofOf({ rule: 'counter_decrease', channelVarname: 'VNakpriv', evidence })
const HOLE = proofOf({ rule: 'missing_record', channelVarname: null, evidence })
const STATE = proofOf({ rule: 'frozen', channelVarname: 'P', evidence })

function shownWith(kept: Arrangement, first: Proof | null) {
  const chosen = ref<Arrangement>(kept)
  const proof = shallowRef(first)
  const arrangement = useUnfolded(
    chosen,
    () => proof.value,
    () => ({ series, shown }),
  )
  return { chosen, proof, arrangement }
}

test('a finding of a counter unfolds the pane of counters, one of a pressure the pane of pressures', () => {
  expect(foldedIn(USUAL)).toEqual([keyOf(0)])
  expect(foldedIn(shownWith(USUAL, COUNTED).arrangement.value)).toEqual([])
  expect(foldedIn(shownWith(USUAL, HOLE).arrangement.value)).toEqual([])
  const both = folded(USUAL, keyOf(2), true)
  expect(foldedIn(shownWith(both, STATE).arrangement.value)).toEqual([keyOf(0)])
  expect(foldedIn(shownWith(both, null).arrangement.value).toSorted()).toEqual([keyOf(0), keyOf(2)].toSorted())
})

test('events that prove a finding unfold the lanes', () => {
  const events = [{ archiveType: 'nesht', atMs: 1, code: '1', text: '' }] as const
  const proof = proofOf({ rule: 'flow_while_shut', channelVarname: 'Vpriv', evidence: { ...evidence, events: [...events] } })
  expect(shownWith(folded(USUAL, LANES, true), proof).arrangement.value.folded[LANES]).toBe(false)
  expect(shownWith(folded(USUAL, LANES, true), STATE).arrangement.value.folded[LANES]).toBe(true)
})

test('it is no choice of the user: nothing of it is kept, and who folds the pane again sees it folded', async () => {
  const { chosen, proof, arrangement } = shownWith(USUAL, COUNTED)
  arrangement.value = folded(arrangement.value, keyOf(2), true)
  expect(chosen.value.folded).toEqual({ [keyOf(2)]: true })
  expect(foldedIn(arrangement.value)).toEqual([keyOf(2)])
  arrangement.value = folded(arrangement.value, keyOf(0), true)
  expect(foldedIn(arrangement.value).toSorted()).toEqual([keyOf(0), keyOf(2)].toSorted())
  // The same finding, told again as time goes on.
  proof.value = { ...COUNTED }
  await nextTick()
  expect(foldedIn(arrangement.value)).toContain(keyOf(0))
  proof.value = HOLE
  await nextTick()
  expect(foldedIn(arrangement.value)).toEqual([keyOf(2)])
})
