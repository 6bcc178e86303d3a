import type { StationData } from './data.ts'

/** The part of a station's readings that a rule may be shown, by time. Where that is too little, the rule judges the whole. */

/**
 * Says that what is found depends on the readings of a time. Every rule says it of whatever lies, or may lie, further away
 * than its reach: the weeks before that tell what is usual, the beginning of a run.
 */
export function dependsOn({ part }: Pick<StationData, 'part'>, fromMs: number, toMs = fromMs): void {
  if (!part) return
  const { range, whole } = part
  const isCut = (fromMs < range.fromMs && whole.fromMs < range.fromMs) || (toMs > range.toMs && whole.toMs > range.toMs)
  if (isCut) part.isShort = true
}
