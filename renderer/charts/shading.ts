import type { CoverageState } from '../../electron/contract/device.ts'

/** How a day of the calendar is drawn: its state, or, where records of it are missing, filled by the share that is there. */

/** The height of a full cell, px. */
export const FULL_PX = 11
/** The least height of each part, px: what is there and what is missing are both seen, however little it is. */
const LEAST_PX = 2

export type Shade = CoverageState | 'future' | 'part'

/** @param share of the records that are due; null where that is not known */
export function shading(state: CoverageState | 'future', share: number | null): { state: Shade; heldPx: number } {
  if (state === 'future' || share === null) return { state, heldPx: 0 }
  // A gas day may lie on two days of the service: its records tell more than the state of one of them.
  if (share >= 1) return { state: state === 'partial' ? state : 'fetched', heldPx: 0 }
  if (share <= 0) return { state: state === 'fetched' ? 'empty' : state, heldPx: 0 }
  return { state: 'part', heldPx: Math.min(FULL_PX - LEAST_PX, Math.max(LEAST_PX, Math.round(share * FULL_PX))) }
}
