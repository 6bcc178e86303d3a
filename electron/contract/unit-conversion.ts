import { conversion, dimensionOf, SAME_UNIT, type Conversion } from './units.ts'
import { unitNamed } from './unit-spellings.ts'

/**
 * How values of one unit become values of another; null where nobody can say. Makers spell a unit in many ways. A note on
 * one ('abs.') that the other contradicts ('gauge') makes two units of them.
 */
export function unitConversion(from: string | null, to: string | null): Conversion | null {
  if ((from ?? '').trim() === (to ?? '').trim()) return SAME_UNIT
  const [source, target] = [unitNamed(from), unitNamed(to)]
  if (!source || !target || dimensionOf(source.id) !== dimensionOf(target.id)) return null
  if (source.note !== '' && target.note !== '' && source.note !== target.note) return null
  return source.id === target.id ? SAME_UNIT : conversion(source.id, target.id)
}
