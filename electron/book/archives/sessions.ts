import { byField } from '../../contract/fields/field.ts'
import { SESSION_FIELDS } from '../../contract/fields/sessions.ts'
import type { Session } from '../../contract/records.ts'
import { believedPart, isBelieved } from '../../contract/time/stamps.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { Context } from '../context.ts'
import { fromCell, layoutKind, layoutOf, selected, upsert } from '../file/layout.ts'
import type { TimeRange } from './reading-key.ts'
import { numberOf } from './reading-record.ts'

const session = layoutOf<Session>(byField(SESSION_FIELDS, layoutKind))

/** The numbers of sessions, by time; NaN where a field is no number. Units as they came. */
export interface SessionNumbers {
  atMs: Float64Array
  trycnt: Float64Array
  btm: Float64Array
  rssi: Float64Array
  bsg: Float64Array
  duration: Float64Array
  traffic: Float64Array
  /** `next_session_time`, Unix ms. */
  nextMs: Float64Array
}

/** Sessions of one telemetry unit between two moments, both included. */
export interface SessionQuery {
  telemetryId: number
  fromMs?: number
  toMs?: number
  desc?: boolean
  offset?: number
  limit?: number
}

const RHYTHM_DAYS = 62

/** All SQL that touches `session`. The service gives sessions an id. */
export function sessionsIn({ db, atOnce, changed, believed }: Context) {
  const write = db.prepare(upsert('session', ['id'], session.columns))
  const known = db.prepare<[number], number>('SELECT 1 FROM session WHERE id = ?').pluck()
  const span = 'FROM session WHERE telemetry_id = @telemetryId AND at_ms BETWEEN @fromMs AND @toMs'
  const page = (direction: string) =>
    db
      .prepare<object, unknown[]>(
        `SELECT ${selected(session)} ${span} ORDER BY at_ms ${direction}, id ${direction} LIMIT @limit OFFSET @offset`,
      )
      .raw()
  const ascending = page('ASC')
  const descending = page('DESC')
  const ids = db.prepare<object, number>(`SELECT id ${span} ORDER BY at_ms, id`).pluck()
  const some = db
    .prepare<[string], unknown[]>(`SELECT ${selected(session)} FROM session WHERE id IN (SELECT value FROM json_each(?))`)
    .raw()
  const count = db.prepare<object, number>(`SELECT count(*) ${span}`).pluck()
  const lastUntil = db
    .prepare<[number, number], number | null>('SELECT max(at_ms) FROM session WHERE telemetry_id = ? AND at_ms <= ?')
    .pluck()
  const numbers = db
    .prepare<{ id: number; fromMs: number; firstMs: number; lastMs: number }, unknown[]>(
      `SELECT at_ms, trycnt, btm, rssi, bsg, duration_session, session_traffic, next_session_ms
       FROM session WHERE telemetry_id = @id AND at_ms BETWEEN @firstMs AND @lastMs AND at_ms >= min(@fromMs,
         coalesce((SELECT max(at_ms) FROM session WHERE telemetry_id = @id AND at_ms <= @lastMs), 0) - ${RHYTHM_DAYS * DAY_MS})
       ORDER BY at_ms, id`,
    )
    .raw()
  const bounds = ({ telemetryId, fromMs = Number.MIN_SAFE_INTEGER, toMs = Number.MAX_SAFE_INTEGER }: SessionQuery) => ({
    telemetryId,
    fromMs,
    toMs,
  })

  return {
    /** Inserts or updates sessions and counts how many were new, changed or unchanged. */
    put: (list: readonly Session[]): { added: number; changed: number; same: number } =>
      atOnce(() => {
        const result = { added: 0, changed: 0, same: 0 }
        const units = new Set<number | null>()
        for (const record of list) {
          const there = known.get(record.id) !== undefined
          const differs = write.run(...session.encode(record)).changes > 0
          result[there ? (differs ? 'changed' : 'same') : 'added']++
          if (differs) units.add(record.telemetryId)
        }
        for (const unit of units) if (unit !== null) changed.note('sessions', unit, null)
        return result
      }),

    query(query: SessionQuery): { total: number; rows: Session[] } {
      const { desc = false, offset = 0, limit = -1 } = query
      const rows = (desc ? descending : ascending).all({ ...bounds(query), limit, offset })
      return { total: count.get(bounds(query)) ?? 0, rows: rows.map((row) => session.decode(row)) }
    },

    /** The ids of all of them, by time. */
    ids: (query: Pick<SessionQuery, 'telemetryId' | 'fromMs' | 'toMs'>): number[] => ids.all(bounds(query)),

    /** Those of these ids that there are. */
    some: (of: readonly number[]): Session[] => some.all(JSON.stringify(of)).map((row) => session.decode(row)),

    /**
     * Sessions of a telemetry unit as columns: all up to a moment, or those from a moment on and in any case the last 62 days of them,
     * which tell how often it reports. Those whose stamps are not believed are left out, and so is what a
     * session announces for a time that is not believed.
     */
    numbers(telemetryId: number, { fromMs = Number.MIN_SAFE_INTEGER, toMs }: TimeRange = {}): SessionNumbers {
      const stamps = believed()
      const { fromMs: firstMs, toMs: lastMs } = believedPart(toMs === undefined ? {} : { toMs }, stamps)
      const rows = numbers.all({ id: telemetryId, fromMs, firstMs, lastMs })
      const column = (place: number): Float64Array => {
        const values = new Float64Array(rows.length)
        for (let row = 0; row < rows.length; row++) {
          const cell = rows[row]?.[place]
          values[row] = typeof cell === 'number' ? cell : numberOf(fromCell(cell))
        }
        return values
      }
      return {
        atMs: column(0),
        trycnt: column(1),
        btm: column(2),
        rssi: column(3),
        bsg: column(4),
        duration: column(5),
        traffic: column(6),
        nextMs: column(7).map((atMs) => (isBelieved(atMs, stamps) ? atMs : Number.NaN)),
      }
    },

    /** When a telemetry unit had its last session up to a moment, Unix ms; null: it had none. */
    lastUntil: (telemetryId: number, toMs: number): number | null => lastUntil.get(telemetryId, toMs) ?? null,

    /** The newest session of a telemetry unit. */
    latest(telemetryId: number): Session | undefined {
      const row = descending.get({ ...bounds({ telemetryId }), limit: 1, offset: 0 })
      return row && session.decode(row)
    },
  }
}
