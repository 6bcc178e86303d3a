import type { Context } from '../context.ts'

/** A gas day as it is kept. */
export interface KeptDay {
  day: string
  m3: number | null
  way: 'hourly' | 'daily' | 'counter' | null
  hours: number
  hoursExpected: number
  abnormalMinutes: number
  substituteMinutes: number
}

/** What the kept days of a station were computed from, and up to which fetching; `more` is JSON of the analysis. */
export interface KeptLedger {
  source: string
  keptAtMs: number
  more: string
}

export interface LedgerChannel {
  channel: string
  unit: 'standard_m3' | 'working_m3'
}

/** All SQL that touches `consumption_day` and `consumption_source`. */
export function consumptionIn({ db, atOnce }: Context) {
  const source = db.prepare<[number], KeptLedger>(
    'SELECT source, kept_at_ms AS keptAtMs, more FROM consumption_source WHERE station_id = ?',
  )
  const putSource = db.prepare<[number, string, number, string]>(
    `INSERT INTO consumption_source (station_id, source, kept_at_ms, more) VALUES (?, ?, ?, ?)
     ON CONFLICT (station_id) DO UPDATE SET source = excluded.source, kept_at_ms = excluded.kept_at_ms, more = excluded.more`,
  )
  const remove = db.prepare<[number, string]>('DELETE FROM consumption_day WHERE station_id = ? AND day >= ?')
  const put = db.prepare<
    [number, string, string, number | null, string, string | null, number, number, number, number]
  >(
    `INSERT INTO consumption_day (station_id, day, channel, volume, unit, way, hours, hours_expected, abnormal_minutes,
       substitute_minutes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const days = db.prepare<[number, string, string], KeptDay>(
    `SELECT day, volume AS m3, way, hours, hours_expected AS hoursExpected, abnormal_minutes AS abnormalMinutes,
       substitute_minutes AS substituteMinutes FROM consumption_day WHERE station_id = ? AND day BETWEEN ? AND ? ORDER BY day`,
  )
  const changed = db
    .prepare<[number, number], number | null>(
      `SELECT min(r.from_day) FROM series s JOIN coverage_run r ON r.series_id = s.id
       WHERE s.equipment_id = ? AND r.fetched_at_ms >= ?`,
    )
    .pluck()
  const fetched = db
    .prepare<[number], number | null>(
      `SELECT max(t.fetched_at_ms) FROM series s JOIN coverage_total t ON t.series_id = s.id WHERE s.equipment_id = ?`,
    )
    .pluck()

  return {
    kept: (stationId: number): KeptLedger | null => source.get(stationId) ?? null,
    /** Those of a span, both ends included. */
    days: (stationId: number, from: string, to: string): KeptDay[] => days.all(stationId, from, to),
    /** The first day (its number, UTC) of those that a device was asked for since a moment; null: none. */
    changedSince: (equipmentId: number, sinceMs: number): number | null => changed.get(equipmentId, sinceMs) ?? null,
    /** When anything of a device was fetched last, Unix ms; 0: never. */
    fetchedAtMs: (equipmentId: number): number => fetched.get(equipmentId) ?? 0,
    /** Puts days in the place of those from `from` on. */
    put: (
      stationId: number,
      { channel, unit }: LedgerChannel,
      ledger: KeptLedger & { from: string; days: readonly KeptDay[] },
    ): void =>
      atOnce(() => {
        remove.run(stationId, ledger.from)
        for (const { day, m3, way, hours, hoursExpected, abnormalMinutes, substituteMinutes } of ledger.days)
          put.run(stationId, day, channel, m3, unit, way, hours, hoursExpected, abnormalMinutes, substituteMinutes)
        putSource.run(stationId, ledger.source, ledger.keptAtMs, ledger.more)
      }),
  }
}
