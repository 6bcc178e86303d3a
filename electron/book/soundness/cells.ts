import { isCode, MOST_VALUE } from '../../contract/record-bounds.ts'
import type { Refusal } from '../../contract/merge-words.ts'
import { isBelieved, stampBounds, type StampBounds } from '../../contract/time/stamps.ts'
import { isMoment } from '../../contract/time/zone.ts'
import { nestedFault } from './records.ts'

/** Between which times what a book says is believed, Unix ms, both included. */
export interface Times {
  /** Bounds for stamps of records, notes and findings. */
  records: StampBounds
  /**
   * Bounds for times that a computer's clock gave: when something was fetched, said or written. A clock may have been
   * wrong, but not by ten years.
   */
  clocks: StampBounds
}

export function timesAt(nowMs: number): Times {
  const records = stampBounds({ nowMs })
  return { records, clocks: { fromMs: 0, toMs: records.toMs } }
}

/** The kinds of values that a column holds. Every kind may be null where the schema lets it. */
export type CellKind =
  /** A key of the service's, or of this file. */
  | 'key'
  /** Records, places, pixels. */
  | 'count'
  /** A number. */
  | 'number'
  | 'record_time'
  | 'clock_time'
  | 'shown_time'
  /** A text that somebody has written, or one that is derived from it. */
  | 'text'
  /** A name that things are called by. */
  | 'code'
  /** A UUID. */
  | 'uuid'
  /** A value of the service, as it came. */
  | 'verbatim'
  /** Looked at by the rule of its row. */
  | 'row'
  /** Not looked at: it is cut when it is taken, or counted anew. */
  | 'unread'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => UUID.test(text)

/** Says what is wrong with a cell. Texts are not longer than MOST_VALUE: the reader has seen to that. */
export function cellFault(kind: CellKind, cell: unknown, times: Times): Refusal | null {
  if (cell === null) return null
  switch (kind) {
    case 'key':
      return Number.isSafeInteger(cell) ? null : 'bounds'
    case 'count':
      return Number.isSafeInteger(cell) && Number(cell) >= 0 ? null : 'bounds'
    case 'number':
      return Number.isFinite(cell) ? null : 'bounds'
    case 'record_time':
      return isBelieved(Number(cell), times.records) ? null : 'time'
    case 'clock_time':
      return isBelieved(Number(cell), times.clocks) ? null : 'time'
    case 'shown_time':
      return isMoment(Number(cell)) ? null : 'time'
    case 'text':
      return typeof cell === 'string' ? null : 'unreadable'
    case 'code':
      return typeof cell === 'string' && isCode(cell) ? null : 'too_long'
    case 'uuid':
      return typeof cell === 'string' && isUuid(cell) ? null : 'unreadable'
    case 'verbatim':
      return verbatimFault(cell)
    case 'row':
    case 'unread':
      return null
  }
}

function verbatimFault(cell: unknown): Refusal | null {
  if (Buffer.isBuffer(cell)) return nestedFault(cell.toString())
  if (typeof cell === 'number') return Number.isFinite(cell) ? null : 'bounds'
  return typeof cell === 'string' ? null : 'unreadable'
}

/** Bytes of a cell beyond which its row is not read at all: a character takes four at most. */
export const mostBytesOf = (kind: CellKind): number => (kind === 'code' || kind === 'uuid' ? 1_024 : 4 * MOST_VALUE)
