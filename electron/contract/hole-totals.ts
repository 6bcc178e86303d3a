/** What the holes of a station cost together: for the window and for assistants. */

interface PricedHole {
  records: number
  m3: number | null
  measured: boolean
  billedM3: number | null
}

export interface HoleTotals {
  /** Missing records. */
  records: number
  /** m³ that passed or are at risk; null where no hole has a price. */
  m3: number | null
  /** Of these, what counters tell, m³. */
  measuredM3: number
  holesWithoutPrice: number
  /** m³ that design capacity × time would bill; null where nobody gave the capacity. */
  billedM3: number | null
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

export const holeTotals = (holes: readonly PricedHole[]): HoleTotals => ({
  records: holes.reduce((sum, { records }) => sum + records, 0),
  m3: sumOf(holes.map(({ m3 }) => m3)),
  measuredM3: sumOf(holes.map(({ m3, measured }) => (measured ? m3 : null))) ?? 0,
  holesWithoutPrice: holes.filter(({ m3 }) => m3 === null).length,
  billedM3: sumOf(holes.map(({ billedM3 }) => billedM3)),
})
