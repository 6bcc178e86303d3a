import { byField } from '../../contract/fields/field.ts'
import { CHARACTERISTICS_FIELDS } from '../../contract/fields/characteristics.ts'
import { LAST_SESSION_FIELDS } from '../../contract/fields/last-sessions.ts'
import type { Characteristics, LastSessionTime } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { layoutKind, layoutOf, selected, upsert } from '../file/layout.ts'

const characteristics = layoutOf<Characteristics>(byField(CHARACTERISTICS_FIELDS, layoutKind))

/** All SQL that touches `characteristics`: one record per station. */
export function characteristicsIn({ db }: Context) {
  const write = db.prepare(upsert('characteristics', ['id'], characteristics.columns, ['fetched_at_ms']))
  const columns = selected(characteristics)
  const one = db.prepare<[number], unknown[]>(`SELECT ${columns}, fetched_at_ms FROM characteristics WHERE id = ?`).raw()
  return {
    put: (record: Characteristics, fetchedAtMs: number): void => void write.run(...characteristics.encode(record), fetchedAtMs),
    get(stationId: number): (Characteristics & { fetchedAtMs: number }) | undefined {
      const row = one.get(stationId)
      return row && { ...characteristics.decode(row), fetchedAtMs: row.at(-1) as number }
    },
  }
}

const lastSession = layoutOf<LastSessionTime>(byField(LAST_SESSION_FIELDS, layoutKind))

/** All SQL that touches `last_session`: the last session time requested for a single station, which may be newer than the list's. */
export function lastSessionsIn({ db }: Context) {
  const write = db.prepare(upsert('last_session', ['station_id'], ['station_id', ...lastSession.columns], ['fetched_at_ms']))
  const columns = selected(lastSession)
  const one = db.prepare<[number], unknown[]>(`SELECT ${columns}, fetched_at_ms FROM last_session WHERE station_id = ?`).raw()
  return {
    put: (stationId: number, record: LastSessionTime, fetchedAtMs: number): void =>
      void write.run(stationId, ...lastSession.encode(record), fetchedAtMs),
    get(stationId: number): (LastSessionTime & { fetchedAtMs: number }) | undefined {
      const row = one.get(stationId)
      return row && { ...lastSession.decode(row), fetchedAtMs: row.at(-1) as number }
    },
  }
}
