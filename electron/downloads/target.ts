import type { EventArchive, ReadingView, Setting, Span } from '../contract/records.ts'

/** What one task fetches. Stored as JSON in the book, so the queue survives any end of the program. */
export type Target =
  | { kind: 'energies' | 'stations' | 'equipment_types' | 'messages' }
  /** Consumers of one provider's list, or of all. */
  | { kind: 'customers'; energyId: number | null }
  | { kind: 'channels'; equipmentTypeId: number }
  /** No request: turns a part of the plan (the first by default) into the tasks of its stations, once all tasks before it have ended. */
  | { kind: 'expand'; part?: number }
  | { kind: 'characteristics' | 'last_session'; stationId: number }
  | { kind: 'settings'; stationId: number; equipmentId: number }
  | ArchiveTarget

/** A target with days: fetched in chunks, known by day in coverage. */
export type ArchiveTarget = Span & { stationId: number } & (
    | { kind: 'readings'; equipmentId: number; archiveType: string; view: ReadingView }
    /** `by`: asked for by this pair instead of the device's key. */
    | { kind: 'events'; equipmentId: number; archiveType: EventArchive; by?: { energyVarname: string; uid: string } }
    | { kind: 'sessions'; telemetryId: number }
  )

export function isArchiveTarget(target: Target): target is ArchiveTarget {
  return target.kind === 'readings' || target.kind === 'events' || target.kind === 'sessions'
}

export function stationOf(target: Target): number | null {
  return 'stationId' in target ? target.stationId : null
}

/** Where a chunk that takes several pages stands: its days (null where the target has none) and the page to ask for next. */
export interface Cursor {
  span: Span | null
  page: number
  /** The device's last session that was known when the first page was asked for, Unix ms; absent where it was not noted. */
  lastSessionMs?: number | null
  /** Records of earlier pages that can only be stored together with the last one (a configuration is one thing). */
  held?: Setting[]
}

/** The key under which the book keeps the time of a list's last complete reading. */
export function fetchedKeyOf(target: Target): string {
  if (target.kind === 'channels') return `fetched:channels:${target.equipmentTypeId}`
  if (target.kind === 'customers' && target.energyId !== null) return `fetched:customers:${target.energyId}`
  return `fetched:${target.kind}`
}
