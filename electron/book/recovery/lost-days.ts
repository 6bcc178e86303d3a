import type { Database } from 'better-sqlite3'
import { SESSIONS_ARCHIVE, SETTINGS_ARCHIVE } from '../../contract/records.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { Key, Range } from './keys.ts'
import { hasArchives, SESSIONS_BESIDE } from './rebuild.ts'
import type { Salvaged } from './salvage.ts'

/** Days (since 1970-01-01, both included) of an archive of the damaged book of which records are missing, or may be. */
export interface LostDays {
  seriesId: number
  from: number
  to: number
}

interface Archive {
  id: number
  telemetryId: number | null
  archiveType: string
  records: number
}

const EVER = { from: -Infinity, to: Infinity }
const dayAt = (ms: number): number => Math.floor(ms / DAY_MS)

/** What the damage took, as far as the places tell that cannot be read: of the database that was filled from the damaged book. */
export function lostDaysIn(db: Database, { tables, contradicting }: Salvaged): LostDays[] {
  if (!hasArchives(db)) return []
  const archives = db
    .prepare<[], Archive>('SELECT id, telemetry_id AS telemetryId, archive_type AS archiveType, records FROM series ORDER BY id')
    .all()
  const gapsOf = (table: string) => tables.get(table)?.gaps ?? []
  const lost: LostDays[] = []
  const loseAll = (chosen: readonly Archive[]) => lost.push(...chosen.map(({ id }) => ({ seriesId: id, ...EVER })))
  // Which file a record is of decides whether the service is asked for it.
  for (const gap of [...gapsOf('reading'), ...gapsOf('reading_source'), ...gapsOf('event_source')]) lost.push(...timesIn(gap, archives))
  const isEventLost = (tables.get('event')?.lost ?? null) === null
  if (isEventLost) for (const gap of gapsOf('event')) lost.push(...timesIn(gap, archives))
  for (const { seriesId, atMs } of contradicting) lost.push({ seriesId, from: dayAt(atMs), to: dayAt(atMs) })
  for (const gap of gapsOf('series_channel')) {
    const [low, high] = [numberIn(gap.low, 0) ?? -Infinity, numberIn(gap.high, 0) ?? Infinity]
    loseAll(archives.filter(({ id }) => id >= low && id <= high))
  }
  const sessions = archives.filter(({ archiveType }) => archiveType === SESSIONS_ARCHIVE)
  if (gapsOf('session').length > 0 && (tables.get('session')?.lost ?? null) === null) loseAll(sessions)
  else lost.push(...lostSessions(db, sessions))
  const isSettingsTorn = ['setting', 'setting_snapshot'].some((table) => gapsOf(table).length > 0 || (tables.get(table)?.lost ?? 0) > 0)
  if (isSettingsTorn) loseAll(archives.filter(({ archiveType }) => archiveType === SETTINGS_ARCHIVE))
  const told = new Set(lost.map(({ seriesId }) => seriesId))
  loseAll(archives.filter((archive) => !told.has(archive.id) && isMiscounted(db, archive)))
  return lost
}

const numberIn = (key: Key | null, at: number): number | null => {
  const cell = Array.isArray(key) ? (key as readonly unknown[])[at] : null
  return typeof cell === 'number' || typeof cell === 'bigint' ? Number(cell) : null
}

/** The days of archives between two keys that begin with an archive and a time. */
function timesIn({ low, high }: Range, archives: readonly Archive[]): LostDays[] {
  const [first, last] = [numberIn(low, 0) ?? -Infinity, numberIn(high, 0) ?? Infinity]
  return archives
    .filter(({ id }) => id >= first && id <= last)
    .map(({ id }) => ({
      seriesId: id,
      from: id === first ? dayAt(numberIn(low, 1) ?? -Infinity) : -Infinity,
      to: id === last ? dayAt(numberIn(high, 1) ?? Infinity) : Infinity,
    }))
}

/** Sessions that only their index has, and such that it has otherwise. */
function lostSessions(db: Database, archives: readonly Archive[]): LostDays[] {
  const ofUnit = new Map(archives.map(({ id, telemetryId }) => [telemetryId, id]))
  const rows = db
    .prepare<[], [telemetryId: number | null, atMs: number]>(
      `SELECT b.telemetry_id, b.at_ms FROM ${SESSIONS_BESIDE} b LEFT JOIN main.session s ON s.id = b.id
       WHERE s.id IS NULL OR (s.telemetry_id, s.at_ms) IS NOT (b.telemetry_id, b.at_ms)`,
    )
    .raw()
    .all()
  return rows.flatMap(([telemetryId, atMs]) => {
    const seriesId = ofUnit.get(telemetryId)
    return seriesId === undefined ? [] : [{ seriesId, from: dayAt(atMs), to: dayAt(atMs) }]
  })
}

/** A book counts the records of each archive: another number means that pages of another time lie in it. */
function isMiscounted(db: Database, { id, records, archiveType }: Archive): boolean {
  if (records === 0 || archiveType === SESSIONS_ARCHIVE || archiveType === SETTINGS_ARCHIVE) return false
  const found = ['reading', 'event'].map(
    (table) => db.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE series_id = ?`).pluck().get(id) ?? 0,
  )
  return !found.includes(records)
}
