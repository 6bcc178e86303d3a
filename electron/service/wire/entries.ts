import type { Verbatim } from '../../contract/records.ts'
import { isKeepable, MOST_CODE, MOST_ENTRIES, MOST_VALUE } from '../../contract/record-bounds.ts'

/**
 * `channel_data` of a reading or an event: a list of single-key objects in any order, merged by name.
 * (An object instead of the list is taken as well, and entries with several keys.) Values are kept as they
 * came. A name that comes twice with different values makes the record ambiguous: it is rejected.
 *
 * Hand-written: this runs once for each of millions of records, and costs a fifth of JSON.parse. Returns the
 * merged object or the reason.
 */
export type EntryMerger = (raw: unknown) => Entries | string
export type Entries = Record<string, Verbatim>

/**
 * A merger for records of one archive. It remembers the names of the last record: the next one most likely has
 * the same, in another order, and filling a copy of one shape keeps all of a page's objects alike, which is
 * faster to build and to read than one shape for each order.
 */
export function createMerger(): EntryMerger {
  /** The names of the last record, each with null. */
  let form: Entries = {}
  let names = 0
  return (raw) => {
    if (Array.isArray(raw) && raw.length === names && names > 0) {
      const filled = fill({ ...form }, raw)
      if (filled !== null) return filled
    }
    const merged = mergeEntries(raw)
    if (typeof merged === 'string') return merged
    form = blankOf(merged)
    names = Object.keys(form).length
    return merged
  }
}

/** The usual case: each entry has one of the form's names, none comes twice, values are texts or numbers. Null: it is another case. */
function fill(merged: Entries, raw: readonly unknown[]): Entries | null {
  let filled = 0
  for (let at = 0; at < raw.length; at++) {
    const entry = raw[at]
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null
    for (const name in entry) {
      // Null: a name of the form that is still free. (Inherited names are functions or objects.)
      if (merged[name] !== null) return null
      const value = (entry as Record<string, unknown>)[name]
      if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value))) return null
      // A text that is too long is left to the full rules, which refuse it.
      if (typeof value === 'string' && value.length > MOST_VALUE) return null
      merged[name] = value
      filled++
    }
  }
  return filled === raw.length ? merged : null
}

function blankOf(merged: Entries): Entries {
  const blank: Entries = {}
  for (const name of Object.keys(merged)) if (name !== '__proto__') blank[name] = null
  return blank
}

/** One record by the full rules. */
export function mergeEntries(raw: unknown): Entries | string {
  if (typeof raw !== 'object' || raw === null) return 'channel_data: not a list'
  const merged: Entries = {}
  const entries: unknown[] = Array.isArray(raw) ? raw : [raw]
  if (entries.length > MOST_ENTRIES) return TOO_MANY
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      return 'channel_data: an entry is not an object'
    }
    const complaint = addAll(merged, entry)
    if (complaint !== null) return complaint
  }
  // One entry may have several names.
  return Object.keys(merged).length > MOST_ENTRIES ? TOO_MANY : merged
}
const TOO_MANY = 'channel_data: too many entries'

function addAll(merged: Entries, entry: object): string | null {
  // Objects from JSON.parse have no inherited enumerable keys, so `for in` sees own names only, '__proto__' included.
  for (const name in entry) {
    const value: unknown = (entry as Record<string, unknown>)[name]
    if (name.length > MOST_CODE) return `channel_data: ${name.slice(0, 32)}…: too long for a name`
    if (!isKeepable(value)) return `channel_data: ${name}: not a value that can be kept`
    if (Object.hasOwn(merged, name)) {
      if (!sameValue(merged[name], value)) return `channel_data: ${name} comes twice with different values`
    } else if (name === '__proto__') {
      Object.defineProperty(merged, name, { value, enumerable: true, configurable: true, writable: true })
    } else {
      merged[name] = value
    }
  }
  return null
}

function sameValue(a: Verbatim | undefined, b: Verbatim): boolean {
  return a === b || (typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
