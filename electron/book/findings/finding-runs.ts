import type { RuleCode } from '../../contract/rules.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'

/** How a station was judged last. */
export interface FindingRun {
  stationId: number
  judgedAtMs: number
  basis: string
  verdicts: string
}

/** A station, with how it was judged. */
export interface JudgedRow {
  stationId: number
  equipmentId: number | null
  equipmentTypeId: number | null
  telemetryId: number | null
  /** Null: it never was. */
  judgedAtMs: number | null
  basis: string | null
  /** Data of it changed since. */
  changed: boolean
}

export interface JudgedTotals {
  stations: number
  judged: number
  /** Never judged, or with data that are newer. */
  behind: number
  judgedAtMs: number | null
}

/** Data of any device that the station `s` had are newer than its findings. */
const CHANGED = `(EXISTS (SELECT 1 FROM station_device d JOIN changed_data c ON c.kind IN (1, 2, 3) AND c.owner_id = d.equipment_id
  WHERE d.station_id = s.id)
  OR EXISTS (SELECT 1 FROM station_device d JOIN changed_data c ON c.kind = 4 AND c.owner_id = d.telemetry_id WHERE d.station_id = s.id))`

/** All SQL that touches `finding_run`. */
export function findingRunsIn({ db, versions }: Context) {
  const write = db.prepare(`
    INSERT INTO finding_run (station_id, judged_at_ms, basis, verdicts) VALUES (@stationId, @judgedAtMs, @basis, @verdicts)
    ON CONFLICT (station_id) DO UPDATE SET
      judged_at_ms = excluded.judged_at_ms, basis = excluded.basis, verdicts = excluded.verdicts`)
  const one = db.prepare<[number], FindingRun>(
    'SELECT station_id AS stationId, judged_at_ms AS judgedAtMs, basis, verdicts FROM finding_run WHERE station_id = ?',
  )
  const evaluated = db
    .prepare<[RuleCode, number], number | null>(
      `SELECT json_array_length(verdicts, '$.' || ? || '.evaluated') FROM finding_run
       WHERE station_id = ? AND json_valid(verdicts)`,
    )
    .pluck()
  // Rarely do several stations share a device, now or one after the other: what has been seen for one is no longer noted for the others.
  const forgetOthers = db.prepare<{ stationId: number }>(`
    DELETE FROM finding_run WHERE station_id IN (
      SELECT o.station_id FROM station_device t JOIN station_device o ON o.station_id <> t.station_id
        AND (o.equipment_id = t.equipment_id OR o.telemetry_id = t.telemetry_id)
      WHERE t.station_id = @stationId)`)
  const all = db
    .prepare<[number, number], Cells>(
      `SELECT s.id, s.equipment_id, s.equipment_type_id, s.telemetry_id, r.judged_at_ms, r.basis,
         ${CHANGED}
       FROM station s LEFT JOIN finding_run r ON r.station_id = s.id
       WHERE s.id > ? ORDER BY s.id LIMIT ?`,
    )
    .raw()
  const totals = db.prepare<[], JudgedTotals>(`
    SELECT count(*) AS stations, count(r.station_id) AS judged, max(r.judged_at_ms) AS judgedAtMs,
      coalesce(sum(r.station_id IS NULL
        OR ${CHANGED}), 0) AS behind
    FROM station s LEFT JOIN finding_run r ON r.station_id = s.id`)
  const forget = db.prepare('DELETE FROM finding_run')
  const answered = answersFor<JudgedTotals>(versions.any, 1)
  return {
    forget: (): void => void forget.run(),
    write: (run: FindingRun): void => void write.run(run),
    forgetOthersOf: (stationId: number): void => void forgetOthers.run({ stationId }),
    reader: {
      /** How a station was judged last. */
      run: (stationId: number): FindingRun | undefined => one.get(stationId),
      /** Whether a rule judged anything of a station when it was judged last; false where it never was. */
      hasEvaluated: (stationId: number, rule: RuleCode): boolean => (evaluated.get(rule, stationId) ?? 0) > 0,
      /** How many stations there are, were judged, and have data that are newer. */
      judgedTotals: (): JudgedTotals => answered('', () => totals.get() as JudgedTotals),
      /** The stations after a key, in order of keys, with how they were judged. */
      judged: (afterId: number, limit: number): JudgedRow[] => all.all(afterId, limit).map(rowOf),
    },
  }
}

type Cells = [number, number | null, number | null, number | null, number | null, string | null, 0 | 1]
const rowOf = ([stationId, equipmentId, equipmentTypeId, telemetryId, judgedAtMs, basis, changed]: Cells): JudgedRow => ({
  stationId,
  equipmentId,
  equipmentTypeId,
  telemetryId,
  judgedAtMs,
  basis,
  changed: changed === 1,
})
