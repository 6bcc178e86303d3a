import type { Context } from '../context.ts'

/**
 * The hole behind the last record of a silent station and its silence tell the same m³: the hole until the last record that is
 * due, the silence until now. Whoever adds m³ up, or says them beside one another, takes them once.
 */

/** SQL over `finding f`: it has not ended, or its archive has nothing newer. */
export const LASTS = `(f.to_ms IS NULL OR f.to_ms >= (SELECT s.last_ms FROM series s
  WHERE s.equipment_id = f.equipment_id AND s.archive_type = f.archive_type AND s."view" = f."view") IS TRUE)`

/** SQL over `finding f`, a number: the m³ of this hole that a silence of its station, of these states, tells as well; else NULL. */
export const ofSilence = (states: readonly string[]): string => `iif(f.rule = 'missing_record', (SELECT max(o.m3) FROM finding o
  WHERE o.station_id = f.station_id AND o.rule = 'silent' AND o.to_ms IS NULL
    AND o.state IN (${states.map((state) => `'${state}'`).join(', ')}) AND ${LASTS}), NULL)`

export function silentHolesIn({ statement }: Pick<Context, 'statement'>) {
  // Prepared when it is asked: a reader's own findings lie in temporary tables, which come later.
  const ofStation = () =>
    statement<[string]>(
      `SELECT f.id FROM finding f WHERE f.station_id = @stationId AND f.m3 IS NOT NULL AND ${ofSilence(['new', 'seen', 'explained'])} IS NOT NULL`,
      'raw',
    )
  return {
    /** Findings of a station whose m³ are those of its silence as well. */
    silentHoles: (stationId: number): ReadonlySet<string> => new Set(ofStation().all({ stationId }).flat()),
  }
}
