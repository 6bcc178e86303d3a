/** Numbers become one of these: an eight-byte float, a whole number, milliseconds, a day counted from 1970-01-01. */
export type NumberKind = 'double' | 'whole' | 'time' | 'day'

/** Distinct values, and the place of each value among them. */
export interface Dictionary<Values> {
  distinct: Values
  places: Uint32Array
  /** How many are distinct. */
  size: number
}
