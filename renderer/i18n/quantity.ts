/** Numbers that the service sent as texts: the unified view, the list of stations and the settings have them. */

/** As the book takes texts for numbers (charts and sums use its numbers), but for codes that begin with zeros. */
const NUMBER = /^[-+]?(?:0|[1-9]\d*|(?=[.,]))(?:[.,]\d*)?(?:[eE][-+]?\d+)?$/
/** A number with more digits would change when it is read as a double. */
const MOST_DIGITS = 15
/** The most decimals that number formats write. */
export const MOST_DECIMALS = 20

export interface Quantity {
  /** With a point, no plus, as `Number` reads it. */
  plain: string
  value: number
  /** Decimals that were written: they tell how finely the device measures. Null where the text has an exponent, or more than anything measures. */
  decimals: number | null
}

/** A text that the book takes for a number, as in charts and sums: codes that begin with zeros too. */
const MEASURED = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?$/

/**
 * The number that is converted into another unit: every one that the book has, however many digits it was sent with,
 * because a table of converted values must hold no other. Null for a text that is no number.
 */
export function measuredOf(value: unknown): Pick<Quantity, 'value' | 'decimals'> | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const exact = quantityOf(String(value))
  if (exact) return exact
  const text = String(value).trim()
  const number = Number(text.replace(',', '.'))
  return MEASURED.test(text) && Number.isFinite(number) ? { value: number, decimals: null } : null
}

/** The number that a text is; null when it is none, or one that cannot be written otherwise without changing it. */
export function quantityOf(text: string): Quantity | null {
  const bare = text.trim()
  if (!NUMBER.test(bare) || !/\d/.test(bare)) return null
  const plain = bare.replace(',', '.').replace(/^\+/, '')
  const [mantissa = '', exponent] = plain.split(/e/i)
  if (mantissa.replace(/\D/g, '').replace(/^0+/, '').length > MOST_DIGITS) return null
  const value = Number(plain)
  if (!Number.isFinite(value)) return null
  const decimals = mantissa.split('.')[1]?.length ?? 0
  return { plain, value, decimals: exponent === undefined && decimals <= MOST_DECIMALS ? decimals : null }
}
