import type { Quantity } from '../../contract/quantities.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import type { StationData } from '../kernel/data.ts'
import type { Subject } from '../rules/say/rule.ts'
import { changedDigits, digitsOf, stepBy, type Digits } from '../kernel/channels/step.ts'

/** Facts that all values of a station's channels tell, and a part of them may tell otherwise: kept from one judging to the next. */

interface Fact extends Digits {
  /** The quantity that the channel counts; where its name does not say it, its values do. */
  quantity: Quantity
}

/** By archive and channel. */
export type ColumnFacts = Readonly<Record<string, Fact>>

const nameOf = (archiveType: string, channelVarname: string) => `${archiveType} ${channelVarname}`

/** The quantity that a channel counts; null where nothing is known of it. */
export const quantityIn = (facts: ColumnFacts, { archiveType, channelVarname }: Subject): Quantity | null =>
  (archiveType !== null && channelVarname !== null && facts[nameOf(archiveType, channelVarname)]?.quantity) || null

/** What the whole of a station's readings tells. */
export const columnFactsOf = (whole: StationData): ColumnFacts => collected(whole, (timesMs, values) => digitsOf(timesMs, values)) ?? {}

/**
 * Gives the facts after some records have changed, from a part of the readings that holds the changed ones; null where
 * that part does not tell them. `changed` is null where nothing has changed.
 */
export const changedColumnFacts = (part: StationData, before: ColumnFacts, changed: TimeSpan | null): ColumnFacts | null =>
  collected(part, (timesMs, values, name) => {
    const known = before[name]
    return known && changed ? changedDigits(known, { timesMs, values }, changed) : (known ?? null)
  })

function collected(
  { archives }: StationData,
  digits: (timesMs: Float64Array, values: Float64Array, name: string) => Digits | null,
): ColumnFacts | null {
  const facts: Record<string, Fact> = {}
  for (const { archiveType, timesMs, channels } of archives)
    for (const { channelVarname, values, meaning } of channels) {
      const name = nameOf(archiveType, channelVarname)
      const own = digits(timesMs, values, name)
      if (!own) return null
      const { decimals, finestMs, numbers, countedMs } = own
      facts[name] = { decimals, finestMs, numbers, countedMs, quantity: meaning.quantity }
    }
  return facts
}

/** Whether rules would judge any record otherwise by them. */
export const areOther = (before: ColumnFacts, after: ColumnFacts): boolean =>
  Object.keys({ ...before, ...after }).some((name) => {
    const [a, b] = [before[name], after[name]]
    return !a || !b || a.quantity !== b.quantity || stepBy(a) !== stepBy(b)
  })

/** The station with the steps that all values of its channels tell. */
export const withColumnFacts = (data: StationData, facts: ColumnFacts): StationData => ({
  ...data,
  archives: data.archives.map((archive) => ({
    ...archive,
    channels: archive.channels.map((channel) => {
      const fact = facts[nameOf(archive.archiveType, channel.channelVarname)]
      return fact ? { ...channel, step: stepBy(fact) } : channel
    }),
  })),
})
