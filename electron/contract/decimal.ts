/** Numbers whose digits count: a dial that shows 21415.50 was read to the hundredth. */

/**
 * A decimal number as people type it, with a comma or a point and with blanks between thousands, as plain digits with a
 * point; null where the text is none or has more than 15 digits, which no double holds.
 */
export function decimalTyped(text: string): string | null {
  const plain = text
    .replaceAll(/[\s\u00a0\u202f']/gu, '')
    .replace(',', '.')
    .replace('−', '-')
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/u.exec(plain)
  const [, sign = '', digits = '', fraction = ''] = match ?? []
  const whole = digits.replace(/^0+(?=\d)/u, '')
  if (!match || whole.length + fraction.length > MOST_DIGITS) return null
  return `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
const MOST_DIGITS = 15

/** The value of the last digit that a plain decimal is written with: 1 for '41', 0.01 for '41.50'. */
export const lastDigitOf = (plain: string): number => {
  const point = plain.indexOf('.')
  return point < 0 ? 1 : 10 ** -(plain.length - point - 1)
}
