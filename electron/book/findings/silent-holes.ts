import type { Context } from '../context.ts'

/**
 * The hole behind the last record of a silent station and its silence: both are priced as one hole, and so have the same m³.
 * Whoever adds m³ up, or says them beside one another, takes one of the two.
 */

/** SQL over `finding f`: it has not ended, or its archive has nothing newer. */
export const LASTS = `(f.to_ms IS NULL OR f.to_ms >= (SELECT s.last_ms FROM series s
  WHERE s.equipment_id = f.equipment_id AND s.archive_type = f.archive_type AND s."view" = f."view") IS TRUE)`

/** SQL over `finding f`: a silence of its station, of these states, has the m³ of this hole. */
export const isOfSilence = (states: readonly string[]): string => `(f.rule = 'missing_record' AND EXISTS (SELECT 1 FROM finding o
  WHERE o.station_id = f.station_id AND o.rule = 'silent' AND o.to_ms IS NULL AND o.m3 IS NOT NULL
    AND o.state IN (${states.map((state) => `'${state}'`).join(', ')})) AND ${LASTS})`

export function silentHolesIn({ statement }: Pick<Context, 'statement'>) {
  // Prepared when it is asked: a reader's own findings lie in temporary tables, which come later.
  const ofStation = () =>
    statement<[string]>(
      `SELECT f.id FROM finding f WHERE f.station_id = @stationId AND f.m3 IS NOT NULL AND ${isOfSilence(['new', 'seen', 'explained'])}`,
      'raw',
    )
  return {
    /** Findings of a station whose m³ are those of its silence as well. */
    silentHoles: (stationId: number): ReadonlySet<string> => new Set(ofStation().all({ stationId }).flat()),
  }
}
