/**
 * Letters that look the same in both alphabets, signs for powers and ways to write a unit: `м3`, `m³` and `M3` written by
 * three makers are one unit.
 */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/\u00b0/gu, ''],
  [/[\u00b3]|\^3/gu, '3'],
  [/[\u00b2]|\^2/gu, '2'],
  [/\s+/gu, ''],
  [/\u043a\u0433\u0441/giu, 'kgf'],
  [/\u043f\u0430/giu, 'pa'],
  [/\u0431\u0430\u0440/giu, 'bar'],
  [/\u0447(?:\u0430\u0441)?$/giu, 'h'],
  [/\u0441\u0443\u0442$/giu, 'd'],
  [/\u0441/gu, 'c'],
  [/\u0421/gu, 'C'],
  [/\u043c/gu, 'm'],
  [/\u041c/gu, 'M'],
  [/\u043a/gu, 'k'],
  [/\u0432$/giu, 'V'],
]

const plain = (unit: string | null): string => SAME.reduce((text, [from, to]) => text.replace(from, to), unit ?? '')

/** True when two texts name the same unit. */
export const isSameUnit = (one: string | null, other: string | null): boolean => plain(one) === plain(other)
