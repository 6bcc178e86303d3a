import type { Context } from '../context.ts'
import { stationSourcesIn } from './sources.ts'

/** What is kept of a station: JSON of analysis/health. */
export interface KeptHealth {
  stationId: number
  source: string
  judgedAtMs: number
  health: string
  /** Null: it was not compared yet. */
  comparison: string | null
}

/** All SQL that touches `station_health`. */
export function healthIn(context: Context) {
  const { db, atOnce, versions } = context
  const put = db.prepare<[number, string, number, number | null, string]>(`
    INSERT INTO station_health (station_id, source, judged_at_ms, overwritten_at_ms, health) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (station_id) DO UPDATE SET source = excluded.source, judged_at_ms = excluded.judged_at_ms,
      overwritten_at_ms = excluded.overwritten_at_ms, health = excluded.health`)
  const compare = db.prepare<[string, number, string]>(
    'UPDATE station_health SET comparison = ? WHERE station_id = ? AND comparison IS NOT ?',
  )
  const stamps = db.prepare<[], { stationId: number; source: string; judgedAtMs: number }>(
    'SELECT station_id AS stationId, source, judged_at_ms AS judgedAtMs FROM station_health',
  )
  const rows = db.prepare<[string], KeptHealth>(`
    SELECT station_id AS stationId, source, judged_at_ms AS judgedAtMs, health, comparison FROM station_health
    WHERE station_id IN (SELECT value FROM json_each(?))`)
  const comparisons = db
    .prepare<[], [number, string]>('SELECT station_id, comparison FROM station_health WHERE comparison IS NOT NULL')
    .raw()
  const overwriting = db
    .prepare<[], [number, number]>('SELECT station_id, overwritten_at_ms FROM station_health WHERE overwritten_at_ms IS NOT NULL')
    .raw()

  return {
    /** Differs after every write to the book. */
    version: versions.any,
    sources: stationSourcesIn(context),
    put: (list: readonly (Omit<KeptHealth, 'comparison'> & { overwrittenAtMs: number | null })[]): void =>
      atOnce(() => {
        for (const { stationId, source, judgedAtMs, overwrittenAtMs, health } of list)
          put.run(stationId, source, judgedAtMs, overwrittenAtMs, health)
      }, 'derived'),
    putComparisons: (list: readonly { stationId: number; comparison: string }[]): void =>
      atOnce(() => {
        for (const { stationId, comparison } of list) compare.run(comparison, stationId, comparison)
      }, 'derived'),
    /** For each kept one: what it was computed from, and when. */
    stamps: () => stamps.all(),
    rows: (stationIds: readonly number[]): KeptHealth[] => rows.all(JSON.stringify(stationIds)),
    /** By station: what is kept of how it compares, JSON of analysis/health. */
    comparisons: (): [stationId: number, comparison: string][] => comparisons.all(),
    /** By station: when its device begins to write over what was never fetched, Unix ms; where that is known. */
    overwriting: (): Map<number, number> => new Map(overwriting.all()),
  }
}
