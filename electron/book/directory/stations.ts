import type { Station } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { layoutOf, selected, upsert } from '../file/layout.ts'
import { filterStations, ORDERS, type StationFilter, type StationSort } from './station-filter.ts'
import { naturalKey, wordsOf } from '../search/text.ts'
import { answersFor } from '../file/version.ts'

const station = layoutOf<Station>({
  id: 'plain',
  name: 'plain',
  equipmentTypeId: 'plain',
  equipmentTypeVarname: 'verbatim',
  equipmentBrandName: 'verbatim',
  phone: 'verbatim',
  equipmentId: 'plain',
  telemetryId: 'plain',
  customerId: 'plain',
  equipmentSerialNumber: 'verbatim',
  statusNameValue: 'verbatim',
  volumeValue: 'verbatim',
  volumeUnit: 'verbatim',
  pressureValue: 'verbatim',
  pressureUnit: 'verbatim',
  temperatureValue: 'verbatim',
  temperatureUnit: 'verbatim',
  lastSeanceEventMs: 'plain',
  uid: 'verbatim',
})

/** A station as the book knows it: the service's 19 fields, its consumer's name, and when the service listed it. */
export interface StationRow extends Station {
  consumerName: string | null
  seenAtMs: number
  /** When a complete listing first lacked it; null while the service lists it. */
  unlistedAtMs: number | null
}

export interface StationQuery extends StationFilter {
  sort?: StationSort
  offset?: number
  limit?: number
}

/** The number of searches whose results are cached for the next page. */
const KEPT = 4

/** All SQL that touches `station`. */
export function stationsIn({ db, atOnce, statement, stationText, stationIndex, version }: Context) {
  const found = answersFor<number[]>(version, KEPT)
  const keys = ['name_key', 'serial_key', 'brand_key', 'status_key']
  const write = db.prepare(upsert('station', ['id'], [...station.columns, ...keys], ['seen_at_ms', 'unlisted_at_ms']))
  const mark = db.prepare('UPDATE station SET unlisted_at_ms = ? WHERE seen_at_ms < ? AND unlisted_at_ms IS NULL')
  const row = `SELECT ${selected(station, 's')}, c.name, s.seen_at_ms, s.unlisted_at_ms
    FROM station s LEFT JOIN consumer c ON c.id = s.customer_id`
  const one = db.prepare<[number], unknown[]>(`${row} WHERE s.id = ?`).raw()
  const ofEquipment = db.prepare<[number], unknown[]>(`${row} WHERE s.equipment_id = ? ORDER BY s.id`).raw()
  const count = db.prepare<[], number>('SELECT count(*) FROM station').pluck()
  const withoutDevice = db.prepare<[], { id: number; name: string | null }>(
    'SELECT id, name FROM station WHERE equipment_id IS NULL ORDER BY name_key, id',
  )

  const hasData = db
    .prepare<[number | null, number | null], number>(
      `SELECT 1 FROM series WHERE equipment_id = ? AND records > 0
       UNION ALL SELECT 1 FROM session WHERE telemetry_id = ? LIMIT 1`,
    )
    .pluck()

  function decode(cells: unknown[]): StationRow {
    const [consumerName, seenAtMs, unlistedAtMs] = cells.slice(station.columns.length) as [
      string | null,
      number,
      number | null,
    ]
    return { ...station.decode(cells), consumerName, seenAtMs, unlistedAtMs }
  }

  /** The ids of all stations that pass a filter; `order` as after ORDER BY. */
  function idsOf({ text, ...others }: StationFilter, order: string): number[] {
    const { where, values } = filterStations(others)
    const words = wordsOf(text ?? '')
    if (words.length === 0)
      return statement<number>(`SELECT s.id FROM station s ${where} ORDER BY ${order}`, 'pluck').all(values)
    const among =
      where === '' ? undefined : statement<number>(`SELECT s.id FROM station s ${where}`, 'pluck').all(values)
    const index = stationIndex()
    return index.inOrder(index.holding(words, among), order)
  }

  return {
    /** Inserts or updates stations that the service listed at `seenAtMs`. */
    put: (list: readonly Station[], seenAtMs: number): void =>
      atOnce(() => {
        for (const record of list) {
          const { name, equipmentSerialNumber, equipmentBrandName, statusNameValue } = record
          const sortKeys = [name, equipmentSerialNumber, equipmentBrandName, statusNameValue].map(naturalKey)
          write.run(...station.encode(record), ...sortKeys, seenAtMs, null)
          stationText.refresh(record.id)
        }
      }),

    /** After a complete listing that began at `beforeMs`: marks the stations it lacked. Returns how many were newly marked. */
    markUnlisted: (beforeMs: number): number => mark.run(beforeMs, beforeMs).changes,

    /** A page of the stations that pass the filter, with their total number. Sorted by name by default. */
    list({ sort = { by: 'name' }, offset = 0, limit = 100, ...filter }: StationQuery = {}): {
      total: number
      rows: StationRow[]
    } {
      const direction = sort.desc ? 'DESC' : 'ASC'
      const order = [...ORDERS[sort.by], 's.id'].map((column) => `${column} ${direction}`).join(', ')
      if (filter.text !== undefined) {
        // A search runs once for all pages of its result.
        const ids = found(JSON.stringify([filter, order]), () => idsOf(filter, order))
        const page = JSON.stringify(ids.slice(offset, limit < 0 ? undefined : offset + limit))
        const rows = statement<unknown[]>(
          `${row} WHERE s.id IN (SELECT value FROM json_each(@page)) ORDER BY ${order}`,
          'raw',
        )
        return { total: ids.length, rows: rows.all({ page }).map(decode) }
      }
      const { where, values } = filterStations(filter)
      const total = statement<number>(`SELECT count(*) FROM station s ${where}`, 'pluck').get(values) ?? 0
      // The ids come from an index alone, so a page far down costs no more than its own rows.
      const rows = statement<unknown[]>(
        `${row} WHERE s.id IN (SELECT s.id FROM station s ${where} ORDER BY ${order} LIMIT @limit OFFSET @offset)
         ORDER BY ${order}`,
        'raw',
      ).all({ ...values, limit, offset })
      return { total, rows: rows.map(decode) }
    },

    /** The ids of all stations that pass the filter, by name. */
    ids: (filter: StationFilter = {}): number[] => idsOf(filter, 's.name_key, s.id'),

    get(id: number): StationRow | undefined {
      const cells = one.get(id)
      return cells && decode(cells)
    },
    /** The station that has a device; the one with the smallest id if the service lists several. */
    byEquipment(equipmentId: number): StationRow | undefined {
      const cells = ofEquipment.get(equipmentId)
      return cells && decode(cells)
    },
    /** Whether the book holds records of the device or the telemetry unit. */
    hasData: (equipmentId: number | null, telemetryId: number | null): boolean =>
      hasData.get(equipmentId, telemetryId) !== undefined,
    count: (): number => count.get() ?? 0,
    /** Stations for which the service names no device, by name: archives are asked for by the device's key. */
    withoutDevice: (): { id: number; name: string | null }[] => withoutDevice.all(),
  }
}
