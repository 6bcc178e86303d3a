import type { Verbatim } from './records.ts'

/**
 * What a record may hold, whoever brings it: the service, or another book that is merged. Free of zod.
 * Values stay as long as they came; what things are called by is bounded, because it becomes keys, columns and file names.
 */

/** Characters of a code: of an archive, a channel, an event, and of the name of an entry. */
export const MOST_CODE = 256
/** Channels of one archive, entries of one record, settings of one configuration. */
export const MOST_ENTRIES = 2_000
/** Characters of a single value or text. */
export const MOST_VALUE = 4_000_000
/** No field of the document nests; a deeper value is a mistake and would break recursive readers. */
const MOST_DEPTH = 32
/** Characters of a record that was not understood; of a longer one the beginning is kept, with its size and digest. */
export const MOST_RAW = 100_000
/** Levels of the tree of providers: a deeper one is a mistake, and cutting it keeps recursive readers safe. */
export const MOST_LEVELS = 64

/** Whether a parsed JSON value can be kept as it came: no number beyond a double's range, no absurd depth or length. */
export function isKeepable(value: unknown, depth = 0): value is Verbatim {
  switch (typeof value) {
    case 'string':
      return value.length <= MOST_VALUE
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      if (value === null) return true
      if (depth >= MOST_DEPTH) return false
      return Object.values(value).every((inner) => isKeepable(inner, depth + 1))
    default:
      return false
  }
}

/** Whether something can be called so. */
export const isCode = (text: string): boolean => text !== '' && text.length <= MOST_CODE

/**
 * Whether a request can name it as it is: no control character has a place in a code, and half of a surrogate pair would be sent as
 * another sign.
 */
export const isAskable = (code: string): boolean => isCode(code) && code.isWellFormed() && !/\p{Cc}/u.test(code)
