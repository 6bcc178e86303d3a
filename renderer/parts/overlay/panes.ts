import { axisWidth, plotOf, type BoxSize, type Plot } from '../../charts/plot.ts'

/** The places of the values and of the differences below them. */
export interface OverlayPanes {
  /** Both together: where the pointer is listened to. */
  whole: Plot
  values: Plot
  differences: Plot | null
}

/** Between the two panes, px: the name of the lower axis stands there. */
const BETWEEN = 26
const SHARE_OF_DIFFERENCES = 0.34

/** @param longest the longest label of the value axes */
export function panesOf(size: BoxSize, longest: string, withDifferences: boolean): OverlayPanes {
  const axis = { unit: '', side: 'left' as const, offset: 0, width: axisWidth(longest) }
  const whole = plotOf(size, [axis])
  if (!withDifferences) return { whole, values: whole, differences: null }
  const height = Math.max(2, whole.height - BETWEEN)
  const below = Math.round(height * SHARE_OF_DIFFERENCES)
  return {
    whole,
    values: { ...whole, height: height - below },
    differences: { ...whole, top: whole.top + height - below + BETWEEN, height: below },
  }
}
