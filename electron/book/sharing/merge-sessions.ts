import type { Verbatim } from '../../contract/records.ts'
import { fromCell } from '../file/layout.ts'
import { keeperIn } from './keep-twice.ts'
import { columnsOf, listed, type Transfer } from './transfer.ts'

interface UnitCounts {
  telemetryId: number | null
  total: number
  added: number
  twice: number
}

/**
 * Sessions, which have an id of the service's. One with other content than the own is kept beside it. Returns the telemetry
 * units that some came of.
 */
export function mergeSessions(transfer: Transfer): number[] {
  const { db, book, tally, stationOfUnit, done } = transfer
  const keep = keeperIn(transfer)
  const columns = columnsOf(db, 'session')
  const differ = `(${listed(columns, 's')}) IS NOT (${listed(columns, 'm')})`
  const units = db
    .prepare<[], UnitCounts>(
      `SELECT s.telemetry_id AS telemetryId, count(*) AS total, sum(m.id IS NULL) AS added,
         sum(m.id IS NOT NULL AND ${differ}) AS twice
       FROM temp.src_session s LEFT JOIN main.session m ON m.id = s.id GROUP BY s.telemetry_id`,
    )
    .all()
  if (units.some(({ twice }) => twice > 0)) {
    const others = db.prepare<[], Record<string, unknown>>(
      `SELECT s.* FROM temp.src_session s JOIN main.session m ON m.id = s.id WHERE ${differ}`,
    )
    for (const row of others.all()) {
      const values = Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, fromCell(cell)]))
      keep.session(numberOrNull(values['telemetry_id']), Number(values['at_ms']), values)
    }
  }
  db.exec(`INSERT INTO main.session (${listed(columns)}) SELECT ${listed(columns)} FROM temp.src_session
    WHERE true ORDER BY id ON CONFLICT DO NOTHING`)
  for (const { telemetryId, total, added, twice } of units) {
    tally.count('sessions', stationOfUnit.get(telemetryId ?? NaN), { added, twice, same: total - added - twice })
    if (added + twice > 0 && telemetryId !== null) book.changed.note('sessions', telemetryId, null)
    done(total)
  }
  return units.flatMap(({ telemetryId, added }) => (telemetryId !== null && added > 0 ? [telemetryId] : []))
}

const numberOrNull = (value: Verbatim | undefined): number | null => (typeof value === 'number' ? value : null)
