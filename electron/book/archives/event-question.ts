import type { EventArchive } from '../../contract/records.ts'

/** Which events; a part that is left out lets all pass. */
export interface EventFilter {
  equipmentIds?: readonly number[]
  /** Of some of these devices the log of a time alone: they were at other stations as well. */
  logTimes?: readonly { equipmentId: number; logAfterMs: number | null; logToMs: number | null }[]
  archiveTypes?: readonly string[]
  /** Between two moments, both included. */
  fromMs?: number
  toMs?: number
  /** Every word must be in the code, description or another entry, in any case. */
  text?: string
  codes?: readonly string[]
  /** One of these. */
  messages?: readonly EventMessage[]
}

/**
 * What an event says: its code and its own description. The same code has other meanings beside other descriptions;
 * where an event has no description, its archive's reference says what the code means.
 */
export interface EventMessage {
  code: string | null
  description: string | null
  /** In this archive only; null: in any. */
  archiveType: EventArchive | null
}
