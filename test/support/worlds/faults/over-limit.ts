import { PROFILES } from '../shape.ts'
import type { FaultKind } from './kind.ts'

/**
 * A contract that allows less than the day of the greatest use had, and more than all others: between it and the next one
 * (`limits.ts`, of the records as they are written). Nothing of the device is changed.
 */
export const kind: FaultKind = {
  rule: 'over_limit',
  wanted: { profiles: PROFILES },
  plant(site) {
    site.contract = 'exceeded'
  },
}
