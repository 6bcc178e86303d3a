import type { Verbatim } from '../../contract/records.ts'

/** JSON with one spelling for each value: no spaces, names in the order of their UTF-16 units, numbers as JavaScript spells them (as RFC 8785). */
export function canonical(value: Verbatim | undefined): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** The order of UTF-16 units: the same in every language and every version of ICU. */
export const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What a text of JSON says; null where it is none. */
export function jsonIn(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
