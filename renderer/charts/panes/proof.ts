import type { FindingRow } from '../../../electron/contract/findings.ts'
import type { RuleCode } from '../../../electron/contract/rules.ts'
import type { ChannelInfo } from '../../../electron/contract/readings.ts'
import { LANES, type Arrangement, type Pane } from './arrangement.ts'

/** The channel and the panes that a finding rests on: nobody can follow it without seeing them. */
export interface Proof {
  /** Null: no single channel. */
  channelVarname: string | null
  /** Counters tell of it: they stand in panes that are folded as a rule. */
  counters: boolean
  /** Events tell of it. */
  events: boolean
}

/** A fall of a counter, its difference from the hours, and what flowed over a hole are read from counters. */
const BY_COUNTERS: readonly RuleCode[] = ['counter_decrease', 'counter_against_sum', 'missing_record']

export const proofOf = ({ rule, channelVarname, evidence }: Pick<FindingRow, 'rule' | 'channelVarname' | 'evidence'>): Proof => ({
  channelVarname,
  counters: BY_COUNTERS.includes(rule),
  events: evidence.events.length > 0,
})

/** Keys of the panes that show it, and of the lanes where events do. */
export function provingKeys(panes: readonly Pane[], channels: readonly ChannelInfo[], proof: Proof): string[] {
  const proving = panes.filter(({ groups }) =>
    groups.some(
      (group) =>
        (proof.counters && group.counter) || group.channels.some((place) => channels[place]?.channelVarname === proof.channelVarname),
    ),
  )
  return [...proving.map(({ key }) => key), ...(proof.events ? [LANES] : [])]
}

/** The arrangement with these unfolded, for as long as it is looked at. */
export const unfolded = (arrangement: Arrangement, keys: readonly string[]): Arrangement =>
  keys.length === 0
    ? arrangement
    : { ...arrangement, folded: { ...arrangement.folded, ...Object.fromEntries(keys.map((key) => [key, false])) } }

/** The user's arrangement without the panes that were unfolded for a finding: that was not the user's choice. */
export function asChosen(next: Arrangement, before: Arrangement, keys: readonly string[]): Arrangement {
  const own = keys.filter((key) => next.folded[key] === false)
  const rest = Object.entries(next.folded).filter(([key]) => !own.includes(key))
  const kept = Object.entries(before.folded).filter(([key]) => own.includes(key))
  return { ...next, folded: Object.fromEntries([...rest, ...kept]) }
}
