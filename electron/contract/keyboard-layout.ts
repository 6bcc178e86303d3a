/** The text as it would be with the keyboard switched to the other language: 'uhg' is 'грп', 'ыутыщк' is 'sensor'. */

// The keys in one order in two layouts, English (US) and Russian, with Shift where the sign differs.
const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.{}:"<>~#'
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбюхъжэбюё№'

/**
 * Where two keys have one letter (`[` and `{` are both х, because case does not matter here), the plain one is meant.
 */
const pairs = (from: string, to: string) => new Map([...from].map((sign, at) => [sign, [...to][at] ?? sign] as const).toReversed())
const TO_CYRILLIC = pairs(LATIN, CYRILLIC)
const TO_LATIN = pairs(CYRILLIC, LATIN)

const HAS_LATIN = /[a-z]/
const HAS_CYRILLIC = /[а-яё]/

/** The text on the other layout, in lower case; null where it is the same, has no letters, or has letters of both. */
export function onOtherLayout(typed: string): string | null {
  const text = typed.normalize('NFC').toLowerCase()
  const isLatin = HAS_LATIN.test(text)
  if (isLatin === HAS_CYRILLIC.test(text)) return null
  const keys = isLatin ? TO_CYRILLIC : TO_LATIN
  const other = [...text].map((sign) => keys.get(sign) ?? sign).join('')
  return other.trim() === '' ? null : other
}
