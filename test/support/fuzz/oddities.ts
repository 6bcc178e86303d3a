/** Values that somebody's serializer, database, locale or device might send in place of the right one, by kind. */

export interface Dice {
  /** In [0, 1). */
  fraction(): number
  /** A whole number from 0, below `count`. */
  below(count: number): number
  among<Item>(items: readonly Item[]): Item
  chance(share: number): boolean
}

export function dice(fraction: () => number): Dice {
  const below = (count: number) => Math.floor(fraction() * count)
  return {
    fraction,
    below,
    among: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    chance: (share) => fraction() < share,
  }
}

type Odd = (was: unknown, dice: Dice) => unknown

const MEGABYTE = 1_000_000
const DAY_S = 86_400
/** Right-to-left and zero-width marks, combining signs, halves of pairs, control signs, and what formulas begin with. */
const MARKS = [
  '\u202e',
  '\u200f',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\ud800',
  '\udfff',
  '\u0000',
  '\u0301'.repeat(200),
  '\r\n',
  '\t',
  '=1+1',
  '<script>',
  '%s%n',
  '../',
  '"',
  '\u2028',
  '\ue000',
  '\uffff',
]

const ODD_TEXTS: Odd = (was, { among, below }) => {
  const text = typeof was === 'string' ? was : 'x'
  const at = below(text.length + 1)
  return text.slice(0, at) + among(MARKS) + text.slice(at)
}

/** What a value of any field may become; the name is printed with a failure. */
export const VALUE_ODDITIES: Readonly<Record<string, Odd>> = {
  'wrong type': (was, { among }) =>
    typeof was === 'number' ? among<unknown>([String(was), true, [was], { value: was }]) : among<unknown>([17, false, [was], {}]),
  null: () => null,
  'empty text': () => '',
  'huge number': (_, { among }) => among([1e308, -1e308, 2 ** 53, 2 ** 63, -(2 ** 31), 1e21, 5e-324, 1e15]),
  'negative number': (was) => -Math.abs(Number(was) || 1),
  'number as text': (_, { among }) => among(['NaN', 'Infinity', '1e999', '1,5', ' 12 ', '١٢', '0x10', '-0', '1 000']),
  nested: (was, { below }) => Array.from({ length: 1 + below(60) }).reduce((inner) => [{ inner }], was),
  'deeply nested': (was) => Array.from({ length: 2_000 }).reduce((inner) => [inner], was),
  'a megabyte': (_, { among }) => among(['x', '1', 'Ж', ' ', '"', ',', '\n', '-> ', 'ab, ', '(a']).repeat(MEGABYTE).slice(0, MEGABYTE),
  'odd signs': ODD_TEXTS,
  'a name of objects': (_, { among }) => among(['__proto__', 'constructor', 'toString', 'hasOwnProperty']),
}

/** What a stamp in Unix seconds may become. */
export const STAMP_ODDITIES: Readonly<Record<string, Odd>> = {
  'far stamp': (_, { among }) => among([253_402_300_799, 95_617_584_000, 0, 1, 2 ** 31, 8.64e12, 631_152_000]),
  'negative stamp': (was) => -Number(was),
  'stamp in ms': (was) => Number(was) * 1000,
  'no stamp': (_, { among }) => among<unknown>(['NaN', 'yesterday', '2026-11-01T00:00:00Z', {}, [], null, true, 1e300, 8.64e12 + 1]),
  'another minute': (was, { below }) => Number(was) + 1 + below(3_599),
  'a fraction': (was, { fraction }) => Number(was) + fraction(),
  'another day': (was, { below }) => Number(was) + (below(40) - 20) * DAY_S,
  'another year': (was, { below }) => Number(was) + (below(30) - 20) * 365 * DAY_S,
}
