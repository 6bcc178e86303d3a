import type { Quantity } from '../../../contract/quantities.ts'
import type { EventArchive } from '../../../contract/records.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { situationName } from '../../station/meaning/roles.ts'
import type { SettingData, StationData } from '../../kernel/data.ts'
import { inForceFrom, itemsOf } from '../../station/settings/values.ts'
import { facts } from '../../station/facts/facts.ts'
import { unionOf, type Situation } from '../../station/situations/situations.ts'

/** The situations of a station by what they are, within a span. */

export interface SituationGroup {
  archiveType: EventArchive
  /** The name of the first of them. */
  text: string
  situations: readonly Situation[]
  /** Unix ms, of the situations as they were, also outside the span. */
  firstMs: number
  /** Null: the last of them has not ended. */
  lastEndMs: number | null
  /** Within the span, overlaps once. */
  stretches: readonly TimeSpan[]
  totalMs: number
  /** The longest of them within the span. */
  longestMs: number
  /** How many have not ended. */
  open: number
  /** The substitutes in force when the last of them began, of those quantities that it makes the device substitute for. */
  substitutes: Partial<Record<'pressure' | 'temperature', SettingData>>
}

/** Groups situations. One that still lasts ends now, and all end with the span. The longest in all come first. */
export function situationGroups(data: StationData, span: TimeSpan): SituationGroup[] {
  const endMs = Math.min(span.toMs, data.nowMs)
  const touching = facts(data)
    .situations()
    .situations.filter(
      ({ fromMs, toMs }) =>
        fromMs < endMs && (toMs ?? Infinity) >= span.fromMs && (toMs === null || toMs > span.fromMs || fromMs >= span.fromMs),
    )
  const groups = Map.groupBy(touching, ({ archiveType, subject }) => `${archiveType} ${subject}`)
  return [...groups.values()].map((same) => groupOf(data, same, { fromMs: span.fromMs, toMs: endMs })).sort(byLength)
}

const byLength = (a: SituationGroup, b: SituationGroup) => b.totalMs - a.totalMs || a.firstMs - b.firstMs || (a.text < b.text ? -1 : 1)

function groupOf(data: StationData, same: readonly Situation[], span: TimeSpan): SituationGroup {
  const [first, last] = [same[0] as Situation, same.at(-1) as Situation]
  const stretches = within(
    unionOf(same, span.toMs, () => true),
    span,
  )
  const lasted = same.map(({ fromMs, toMs }) => Math.min(toMs ?? span.toMs, span.toMs) - Math.max(fromMs, span.fromMs))
  const ends = same.map(({ toMs }) => toMs)
  return {
    archiveType: first.archiveType,
    text: situationName(first.text),
    situations: same,
    firstMs: first.fromMs,
    lastEndMs: ends.includes(null) ? null : Math.max(...(ends as number[])),
    stretches,
    totalMs: lengthOf(stretches),
    longestMs: Math.max(0, ...lasted),
    open: ends.filter((end) => end === null).length,
    substitutes: last.substitutes ? substitutesAt(data, last) : {},
  }
}

/** Stretches cut to a span; those of no length stay out. */
const within = (stretches: readonly TimeSpan[], span: TimeSpan): TimeSpan[] =>
  stretches
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, span.fromMs), toMs: Math.min(toMs, span.toMs) }))
    .filter(({ fromMs, toMs }) => toMs > fromMs)

export const lengthOf = (stretches: readonly TimeSpan[]): number => stretches.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)

/** All of them together, overlaps once, within the span. */
export const togetherIn = (groups: readonly SituationGroup[], span: TimeSpan, nowMs: number): TimeSpan[] => {
  const all = groups.flatMap(({ situations }) => situations).sort((a, b) => a.fromMs - b.fromMs)
  const toMs = Math.min(span.toMs, nowMs)
  return within(
    unionOf(all, toMs, () => true),
    { fromMs: span.fromMs, toMs },
  )
}

/** The substitutes in force at a moment, of a quantity or of both. */
export function substitutesAt(
  data: StationData,
  { fromMs, quantity }: Pick<Situation, 'fromMs' | 'quantity'>,
): SituationGroup['substitutes'] {
  const at = data.settings.findLastIndex((_, nth) => inForceFrom(data, nth) <= fromMs)
  const snapshot = data.settings[at]
  if (!snapshot) return {}
  const of = (wanted: 'pressure' | ('temperature' & Quantity)) =>
    quantity === null || quantity === wanted
      ? itemsOf(snapshot, 'substitute', [wanted]).find(({ value }) => value.trim() !== '')
      : undefined
  const [pressure, temperature] = [of('pressure'), of('temperature')]
  return { ...(pressure && { pressure }), ...(temperature && { temperature }) }
}
