import { foreignJson } from '../../contract/foreign-json.ts'
import { isKeepable, MOST_CODE, MOST_ENTRIES } from '../../contract/record-bounds.ts'
import type { Refusal } from '../../contract/merge-words.ts'

/**
 * What the JSON of a book must be, in one place for `check`, which calls what is not so unreadable, and for a merge, which
 * does not take it. All of it was written by JSON.stringify, so that what it would write otherwise says two things (a key
 * that comes twice, a number beyond a double's range) or was not written by this program.
 */

/** The JSON of a reading: an array no longer than the list of channels, or an object by places in it. */
export function readingFault(json: string, channels: number): Refusal | null {
  const record = foreignJson(json)
  if (typeof record !== 'object' || record === null) return 'unreadable'
  const fits = Array.isArray(record)
    ? record.length <= channels
    : Object.keys(record).every((place) => /^(?:0|[1-9]\d*)$/.test(place) && Number(place) < channels)
  return fits ? valueFault(json, record, Object.values(record)) : 'unreadable'
}

/** The JSON of what an event says: values by name. */
export function entriesFault(json: string): Refusal | null {
  const entries = foreignJson(json)
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) return 'unreadable'
  const names = Object.keys(entries)
  if (names.length > MOST_ENTRIES || names.some((name) => name.length > MOST_CODE)) return 'too_long'
  const { Code: code } = entries as { Code?: unknown }
  if (typeof code === 'string' && code.length > MOST_CODE) return 'too_long'
  return valueFault(json, entries, Object.values(entries))
}

/** The JSON of a cell that is no number, no text and not null: a boolean, a list or an object. */
export function nestedFault(json: string): Refusal | null {
  const value = foreignJson(json)
  if (typeof value !== 'boolean' && (typeof value !== 'object' || value === null)) return 'unreadable'
  return valueFault(json, value, [value])
}

/** @param values of the record, each as deep as the service may send one: the record itself is no level of theirs */
function valueFault(json: string, value: unknown, values: readonly unknown[]): Refusal | null {
  if (!values.every((one) => isKeepable(one))) return 'unreadable'
  // Only objects can say one thing twice; what merely writes a number otherwise can be read.
  return json.includes('{') && JSON.stringify(value) !== json ? 'contradiction' : null
}

/**
 * Recognises the JSON of nearly all readings at once, which JSON.parse would take five times as long to read: flat lists of
 * numbers and texts without escapes. Of what it does not recognise `readingFault` decides. It starts at `lastIndex`.
 */
export function plainReading(channels: number): RegExp {
  const text = '"[^"\\\\\\u0000-\\u001f\\ufffd]*"'
  const value = `(?:-?(?:0|[1-9]\\d{0,14})(?:\\.\\d{1,17})?|${text}|null)`
  return new RegExp(channels === 0 ? '\\[\\](?:\\n|$)' : `\\[(?:${value}(?:,${value}){0,${channels - 1}})?\\](?:\\n|$)`, 'y')
}
