import { hoursIn, type KnownHours } from '../../contract/known-hours.ts'
import type { Context } from '../context.ts'

/** A gas day as it is kept. */
export interface KeptDay extends KnownHours {
  day: string
  m3: number | null
  way: 'hourly' | 'daily' | 'counter' | null
  abnormalMinutes: number
  /** Null: nobody can tell whether a substitute was in use. */
  substituteMinutes: number | null
}

/** What the kept days of a station were computed from; `more` is JSON of the analysis. */
export interface KeptLedger {
  source: string
  more: string
}

/** The changes of a device. `changes` grows with every change. */
export interface ChangedConsumption {
  changes: number
  /** Unix ms; null: all of it may be other. */
  fromMs: number | null
}

/** The changes of a device that a ledger takes into account. */
export type SeenChange = ChangedConsumption & { equipmentId: number }

export interface LedgerChannel {
  channel: string
  unit: 'standard_m3' | 'working_m3'
}

/** All SQL that touches `consumption_day` and `consumption_source`. */
export function consumptionIn({ db, atOnce }: Context) {
  const source = db.prepare<[number], KeptLedger>('SELECT source, more FROM consumption_source WHERE station_id = ?')
  const putSource = db.prepare<[number, string, string]>(
    `INSERT INTO consumption_source (station_id, source, more) VALUES (?, ?, ?)
     ON CONFLICT (station_id) DO UPDATE SET source = excluded.source, more = excluded.more`,
  )
  const remove = db.prepare<[number, string]>('DELETE FROM consumption_day WHERE station_id = ? AND day >= ?')
  const put = db.prepare<
    [number, string, string, number | null, string, string | null, number, number, number, number, number, number | null]
  >(
    `INSERT INTO consumption_day (station_id, day, channel, volume, unit, way, received, by_counter, by_daily, hours_expected,
       abnormal_minutes, substitute_minutes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const due = db.prepare<[number, number, string]>(
    'UPDATE consumption_day SET hours_expected = max(received + by_counter + by_daily, ?) WHERE station_id = ? AND day = ?',
  )
  const days = db.prepare<[number, string, string], KeptDay>(
    `SELECT day, volume AS m3, way, received, by_counter AS byCounter, by_daily AS byDaily,
       hours_expected - received - by_counter - by_daily AS unknown, abnormal_minutes AS abnormalMinutes,
       substitute_minutes AS substituteMinutes FROM consumption_day WHERE station_id = ? AND day BETWEEN ? AND ? ORDER BY day`,
  )
  const changed = db.prepare<[number], ChangedConsumption>(
    'SELECT changes, from_ms AS fromMs FROM consumption_changed WHERE equipment_id = ?',
  )
  const forget = db.prepare<[number, number]>('DELETE FROM consumption_changed WHERE equipment_id = ? AND changes = ?')

  const forgetOthers = db.prepare<[number, number]>(
    'DELETE FROM consumption_source WHERE station_id IN (SELECT station_id FROM station_device WHERE equipment_id = ?) AND station_id <> ?',
  )

  return {
    kept: (stationId: number): KeptLedger | null => source.get(stationId) ?? null,
    /** Those of a span, both ends included. */
    days: (stationId: number, from: string, to: string): KeptDay[] => days.all(stationId, from, to),
    /** The changes of a device since its consumption was computed; null: none. */
    changedOf: (equipmentId: number): ChangedConsumption | null => changed.get(equipmentId) ?? null,
    /** Only that it was looked at: nothing that counts has changed. */
    touch: (stationId: number, { source: now, more }: KeptLedger): void =>
      void atOnce(() => putSource.run(stationId, now, more), 'derived'),
    /** Of a day that ran more hours are due by now. */
    prolong: (stationId: number, { source: now, more }: KeptLedger, { day, hours }: { day: string; hours: number }): void =>
      atOnce(() => {
        due.run(hours, stationId, day)
        putSource.run(stationId, now, more)
      }, 'derived'),
    /** Puts days in the place of those from `from` on. */
    put: (
      stationId: number,
      { channel, unit }: LedgerChannel,
      ledger: KeptLedger & {
        from: string
        days: readonly KeptDay[]
        seen: readonly SeenChange[]
      },
    ): void =>
      atOnce(() => {
        remove.run(stationId, ledger.from)
        for (const { day, m3, way, abnormalMinutes, substituteMinutes, ...hours } of ledger.days)
          put.run(
            stationId,
            day,
            channel,
            m3,
            unit,
            way,
            hours.received,
            hours.byCounter,
            hours.byDaily,
            hoursIn(hours),
            abnormalMinutes,
            substituteMinutes,
          )
        putSource.run(stationId, ledger.source, ledger.more)
        for (const { equipmentId, changes } of ledger.seen) {
          forget.run(equipmentId, changes)
          // A device may be at two stations, now or one after the other: what changed is forgotten for both.
          forgetOthers.run(equipmentId, stationId)
        }
      }, 'derived'),
  }
}
