import { z } from 'zod'
import type { Verbatim } from '../../contract/records.ts'
import { isMoment } from '../../contract/time/zone.ts'
import { isAskable, isKeepable, MOST_VALUE } from '../../contract/record-bounds.ts'

/**
 * How single fields of the wire are understood: a value may come as a number or as its string, ids are
 * normalised to numbers, and what is only shown is kept verbatim.
 */

const INTEGER = /^[+-]?\d+$/
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** An id as a number; undefined when it is none. */
export function toId(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : undefined
  if (typeof raw !== 'string') return undefined
  const text = raw.trim()
  if (!INTEGER.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : undefined
}

/** Unix seconds (number or its string, milliseconds as a fraction) as whole Unix ms; undefined when it is no time. */
export function toMs(raw: unknown): number | undefined {
  if (typeof raw === 'number') return inRange(Math.round(raw * 1000))
  if (typeof raw !== 'string') return undefined
  const text = raw.trim()
  return DECIMAL.test(text) ? inRange(Math.round(Number(text) * 1000)) : undefined
}

function inRange(ms: number): number | undefined {
  // `+ 0` turns the -0 of a rounded tiny negative into 0.
  return isMoment(ms) ? ms + 0 : undefined
}

const missing = (raw: unknown): boolean => raw === undefined || raw === null || raw === ''

function field<T>(read: (raw: unknown) => T | undefined, complaint: string) {
  // `optional`: a missing key reaches `read` as undefined, which says itself whether that will do.
  return z
    .unknown()
    .optional()
    .transform((raw, context): T => {
      const value = read(raw)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: complaint })
      return z.NEVER
    })
}

/** A key that must be there. */
export const id = field(toId, 'not an id')
/** A key that may be null, empty or missing. */
export const optionalId = field((raw) => (missing(raw) ? null : toId(raw)), 'not an id')
/** Unix seconds that must be there, as Unix ms. */
export const time = field(toMs, 'not a time')
/** Unix seconds that may be null, empty or missing, as Unix ms. */
export const optionalTime = field((raw) => (missing(raw) ? null : toMs(raw)), 'not a time')
/** Text that things are called and asked by, and that must be there; a number becomes its text. */
export const code = field((raw) => {
  const said = toText(raw)
  return said !== undefined && isAskable(said) ? said : undefined
}, 'not a code')
/** Text that may be missing (null, which is not the same as ''); a number becomes its text. */
export const text = field((raw) => (raw === undefined || raw === null ? null : toText(raw)), 'not a text')
/** Text that must be there, though as null or ''; a number becomes its text. */
export const givenText = field((raw) => (raw === null ? null : toText(raw)), 'not a text')
/** An id that is only shown: a number where it is one, else as it came. */
export const shownId = field<Verbatim>(
  (raw) => (raw === undefined ? null : (toId(raw) ?? (isKeepable(raw) ? raw : undefined))),
  'not a value that can be kept',
)
/** Any value, as it came; null where it is missing. */
export const verbatim = field<Verbatim>(
  (raw) => (raw === undefined ? null : isKeepable(raw) ? raw : undefined),
  'not a value that can be kept',
)

function toText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw.length <= MOST_VALUE ? raw : undefined
  return typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : undefined
}
