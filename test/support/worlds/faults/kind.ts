import type { PlantedCode } from '../fault.ts'
import type { Wanted } from '../sound.ts'
import type { Site } from '../site.ts'

/** How one kind of fault is planted into a station that is sound otherwise. */
export interface FaultKind {
  rule: PlantedCode
  /** Which stations can have it. */
  wanted: Wanted
  plant: (site: Site) => void
}
