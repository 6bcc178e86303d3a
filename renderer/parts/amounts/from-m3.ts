import { unitNamed } from '../../../electron/contract/unit-spellings.ts'
import { conversion, converted, dimensionOf } from '../../../electron/contract/units.ts'

/** A number of m³ in the unit of volume that an axis or a channel is shown in; null where that is no unit of volume. */
export function fromM3(m3: number, unitText: string | null): number | null {
  const unit = unitNamed(unitText)
  return unit && dimensionOf(unit.id) === 'volume' ? converted(m3, conversion('m3', unit.id)) : null
}
