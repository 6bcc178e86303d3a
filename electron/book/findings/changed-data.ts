import type { Database } from 'better-sqlite3'
import { EVENT_ARCHIVES, SETTINGS_ARCHIVE, type Span } from '../../contract/records.ts'
import { dayNumber } from '../../contract/time/day.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { SeriesKey } from '../archives/series.ts'

/** Which of a station's data; the place is the kind in the table, from 1. */
const CHANGED_KINDS = ['readings', 'events', 'settings', 'sessions'] as const
export type ChangedKind = (typeof CHANGED_KINDS)[number]

/** Data that changed since their station was judged. */
export interface Changed {
  kind: ChangedKind
  /** The device; of sessions the telemetry unit. */
  ownerId: number
  /** Grows with every change. */
  changes: number
  /** The time in which the changes lie, Unix ms; null: at none in particular. */
  span: TimeSpan | null
}

type Row = [kind: number, ownerId: number, changes: number, fromMs: number | null, toMs: number | null]
export type ChangedData = ReturnType<typeof changedDataOf>

/**
 * Writes `changed_data`, one row a device and kind, in the transaction of the page that changes the data: after a crash
 * no station passes for judged that is not. `data_change` counts the same changes for what is kept beside findings, such as
 * health; nobody takes anything away there.
 */
export function changedDataOf(db: Database) {
  const write = db.prepare<[number, number, number | null, number | null]>(`
    INSERT INTO changed_data (kind, owner_id, changes, from_ms, to_ms) VALUES (?, ?, 1, ?, ?)
    ON CONFLICT (kind, owner_id) DO UPDATE SET changes = changes + 1,
      from_ms = coalesce(min(from_ms, excluded.from_ms), from_ms, excluded.from_ms),
      to_ms = coalesce(max(to_ms, excluded.to_ms), to_ms, excluded.to_ms)`)
  const of = db
    .prepare<{ equipmentId: number | null; telemetryId: number | null }, Row>(
      `SELECT kind, owner_id, changes, from_ms, to_ms FROM changed_data
       WHERE (kind IN (1, 2, 3) AND owner_id = @equipmentId) OR (kind = 4 AND owner_id = @telemetryId)`,
    )
    .raw()
  const forget = db.prepare<[number, number, number]>('DELETE FROM changed_data WHERE kind = ? AND owner_id = ? AND changes = ?')
  const writeConsumption = db.prepare<[number, number | null]>(`
    INSERT INTO consumption_changed (equipment_id, changes, from_ms) VALUES (?, 1, ?)
    ON CONFLICT (equipment_id) DO UPDATE SET changes = changes + 1, from_ms = min(from_ms, excluded.from_ms)`)
  const count = db.prepare<[number, number]>(`
    INSERT INTO data_change (unit, owner_id, changes) VALUES (?, ?, 1)
    ON CONFLICT (unit, owner_id) DO UPDATE SET changes = changes + 1`)
  function note(kind: ChangedKind, ownerId: number, span: TimeSpan | null): void {
    count.run(kind === 'sessions' ? 1 : 0, ownerId)
    write.run(CHANGED_KINDS.indexOf(kind) + 1, ownerId, span?.fromMs ?? null, span?.toMs ?? null)
    // Null stays null: what changed at no one time changes all of it.
    if (kind === 'readings' || (kind === 'events' && span !== null))
      writeConsumption.run(ownerId, span === null ? null : Math.floor(span.fromMs))
  }

  return {
    /** `span` of the records that changed, both ends included. */
    note,

    /** Days of an archive were asked for: what is due on them may be other than before. */
    noteDays(key: SeriesKey, { from, to }: Span): void {
      if ('telemetryId' in key) note('sessions', key.telemetryId, null)
      else if (key.archiveType === SETTINGS_ARCHIVE) note('settings', key.equipmentId, null)
      else if (EVENTS.includes(key.archiveType)) note('events', key.equipmentId, null)
      else
        note('readings', key.equipmentId, {
          fromMs: dayNumber(from) * DAY_MS,
          toMs: (dayNumber(to) + 1) * DAY_MS,
        })
    },

    /** The changes of a device and of its telemetry unit. */
    of: (equipmentId: number | null, telemetryId: number | null): Changed[] =>
      of.all({ equipmentId, telemetryId }).map(([kind, ownerId, changes, fromMs, toMs]) => ({
        kind: CHANGED_KINDS[kind - 1] as ChangedKind,
        ownerId,
        changes,
        span: fromMs === null || toMs === null ? null : { fromMs, toMs },
      })),

    /**
     * Forgets changes that have been judged; a row that has changed once more since it was read stays. Returns how many
     * rows went.
     */
    forget: (list: readonly Changed[]): number =>
      list.reduce((gone, { kind, ownerId, changes }) => gone + forget.run(CHANGED_KINDS.indexOf(kind) + 1, ownerId, changes).changes, 0),
  }
}
const EVENTS: readonly string[] = EVENT_ARCHIVES
