import type { EventArchive } from '../../../contract/records.ts'

/** The records that a finding rests on; of many, the first `MOST_EVIDENCE`. */
export interface Evidence {
  /** Stamps of records, Unix ms. */
  records: readonly number[]
  events: readonly { archiveType: EventArchive; atMs: number; code: string | null; text: string }[]
  settings: readonly { takenAtMs: number; channelName: string; before: string | null; after: string | null }[]
  /** Times of sessions, Unix ms. */
  sessions: readonly number[]
  /** Numbers that explain the measure, by name: `usual`, `hours`, `daily`, `counter`, `hour`, … */
  numbers: Readonly<Record<string, number>>
  /** The amounts are what a counter rose by: the archive has no volume. Absent: they are not. */
  fromCounter?: true
  /** The branch that does not balance. */
  branch?: { readonly id: string; readonly name: string }
  /** The consumer whose limit it is; absent: the limit is the station's own. */
  consumer?: { readonly id: number; readonly name: string | null }
}
export const MOST_EVIDENCE = 24
