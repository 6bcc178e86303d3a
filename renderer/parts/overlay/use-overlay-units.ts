import { computed, type ComputedRef } from 'vue'
import { overlaidUnits, type OverlaidUnits } from '../../../electron/contract/overlaid-units.ts'
import { useUnits } from '../../stores/words/units.ts'
import type { OverlayData } from './use-lines.ts'

/** The units of an overlay, in those of the preferences; null until it has come. */
export function useOverlayUnits(data: () => OverlayData | null): ComputedRef<OverlaidUnits | null> {
  const { shownOf } = useUnits()
  return computed(() => {
    const now = data()
    return now && overlaidUnits(now, shownOf)
  })
}
