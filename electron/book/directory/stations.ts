import { byField } from '../../contract/fields/field.ts'
import { STATION_FIELDS } from '../../contract/fields/stations.ts'
import type { DeviceTime } from '../../contract/device-time.ts'
import type { Station } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { layoutKind, layoutOf, selected, upsert } from '../file/layout.ts'
import type { FacetAnswer, ShownFor } from '../../contract/stations.ts'
import { typedWords } from '../../contract/folding.ts'
import type { SeenDevice } from './life/conclude.ts'
import { facetsIn, type FacetQuestion } from './facets/facets.ts'
import { heardIn } from './heard.ts'
import { filterStations, type StationFilter } from './station-filter.ts'
import { CHANGING_ORDERS, orderBy, type StationSort } from './station-order.ts'
import { onBothLayouts } from '../search/both-layouts.ts'
import { naturalKey } from '../search/text.ts'
import { answersFor } from '../file/version.ts'

const station = layoutOf<Station>(byField(STATION_FIELDS, layoutKind))

/** A station as the book knows it: the service's 19 fields, its consumer's name, and when the service listed it. */
export interface StationRow extends Station {
  consumerName: string | null
  seenAtMs: number
  /** When a complete listing first lacked it; null while the service lists it. */
  unlistedAtMs: number | null
  /** The time of its device at it; null: all of the device's archives are the station's. */
  time: DeviceTime | null
}

/** A station with one of the devices that it had, or has. */
export type StationDeviceRow = StationRow & { equipmentId: number }

export interface StationQuery extends StationFilter {
  sort?: StationSort
  offset?: number
  limit?: number
}

/** What passes a filter, as ids in a requested order. */
interface Found {
  ids: readonly number[]
  shownFor: ShownFor
}

/** The number of searches whose results are cached for the next page. */
const KEPT = 4

/** All SQL that touches `station`. */
export function stationsIn(context: Context) {
  const { db, atOnce, statement, stationText, stationIndex, stationDevices, versions } = context
  const found = answersFor<Found>(versions.any, KEPT)
  const facets = facetsIn(context)
  const keys = ['name_key', 'serial_key', 'brand_key', 'status_key']
  const write = db.prepare(upsert('station', ['id'], [...station.columns, ...keys], ['seen_at_ms', 'unlisted_at_ms']))
  const mark = db.prepare('UPDATE station SET unlisted_at_ms = ? WHERE seen_at_ms < ? AND unlisted_at_ms IS NULL')
  const row = `SELECT ${selected(station, 's')}, c.name, s.seen_at_ms, s.unlisted_at_ms
    FROM station s LEFT JOIN consumer c ON c.id = s.customer_id`
  const one = db.prepare<[number], unknown[]>(`${row} WHERE s.id = ?`).raw()
  const manyRows = db.prepare<[string], unknown[]>(`${row} WHERE s.id IN (SELECT value FROM json_each(?))`).raw()
  const ofEquipment = db
    .prepare<[string], unknown[]>(`${row} WHERE s.equipment_id IN (SELECT value FROM json_each(?)) ORDER BY s.id DESC`)
    .raw()
  const count = db.prepare<[], number>('SELECT count(*) FROM station').pluck()
  const listed = db.prepare<[], number>('SELECT count(*) FROM station WHERE unlisted_at_ms IS NULL').pluck()
  const types = db
    .prepare<[], number>('SELECT DISTINCT equipment_type_id FROM station WHERE equipment_type_id IS NOT NULL ORDER BY 1')
    .pluck()
  const withoutDevice = db.prepare<[], { id: number; name: string | null }>(
    'SELECT id, name FROM station WHERE equipment_id IS NULL ORDER BY name_key, id',
  )

  /** @param history asked once for many rows: each question asks the file for its version */
  function decode(cells: unknown[], history = stationDevices.withHistory()): StationRow {
    const [consumerName, seenAtMs, unlistedAtMs] = cells.slice(station.columns.length) as [string | null, number, number | null]
    const known = station.decode(cells)
    const { id, equipmentId } = known
    const time = equipmentId !== null && history.has(id) ? stationDevices.timeAt(id, equipmentId) : null
    return { ...known, consumerName, seenAtMs, unlistedAtMs, time }
  }

  /** The places of the station index that pass a filter but for its conditions: as typed, and on the other layout. */
  function textPlaces({ text = '', asTyped = false, conditions: _, ...others }: StationFilter) {
    const index = stationIndex()
    const { where, values } = filterStations(others)
    const among = where === '' ? undefined : statement<number>(`SELECT s.id FROM station s ${where}`, 'pluck').all(values)
    if (typedWords(text).length === 0) {
      const typed = among ? Array.from(Uint32Array.from(among, (id) => index.placeOf(id) ?? 0).sort()) : index.places
      return { typed, other: [], shownFor: null }
    }
    if (asTyped) return { typed: index.finding(text, among), other: [], shownFor: null }
    return onBothLayouts(text, (typed, memory) => index.finding(typed, among, memory))
  }

  /** All that pass a filter, in order: those as typed before those on the other layout where the best match is first. */
  function find(filter: StationFilter, { by, desc = false }: StationSort): Found {
    const index = stationIndex()
    const { typed, other, shownFor } = textPlaces(filter)
    const narrow = (places: readonly number[]) => facets.narrow(places, filter.conditions ?? [])
    if (by === 'match' && filter.text !== undefined) {
      const first = index.byTier(narrow(typed), typedWords(filter.text))
      const then = shownFor ? index.byTier(narrow(other), typedWords(shownFor.text)) : []
      return { ids: together(first, then).map((place) => index.ids[place] ?? 0), shownFor }
    }
    const order = by === 'match' ? 'name' : by
    const places = narrow(together(typed, other))
    // The index itself is in the order of names, and so is what one layout has found.
    if (order === 'name' && !desc) {
      const inOrder = other.length === 0 ? places : Array.from(Uint32Array.from(places).sort())
      return { ids: inOrder.map((place) => index.ids[place] ?? 0), shownFor }
    }
    const changing = CHANGING_ORDERS.has(order) ? versions.any() : ''
    return { ids: index.inOrder(places, orderBy({ by: order, desc }), changing), shownFor }
  }

  /** A page of all stations that pass a filter in SQL, by name: from the index of names, with none loaded into memory. */
  function pageByName(filter: StationFilter, desc: boolean, offset: number, limit: number) {
    const { where, values } = filterStations(filter)
    const both = (condition: string) => (where === '' ? `WHERE ${condition}` : `${where} AND ${condition}`)
    const countOf = (condition: string) => statement<number>(`SELECT count(*) FROM station s ${both(condition)}`, 'pluck').get(values) ?? 0
    const way = desc ? 'DESC' : 'ASC'
    const idsOf = (condition: string, from: number, most: number) =>
      statement<number>(
        `SELECT s.id FROM station s ${both(condition)} ORDER BY s.name_key ${way}, s.id ${way} LIMIT @limit OFFSET @offset`,
        'pluck',
      ).all({ ...values, limit: most, offset: from })
    // Two questions, because an order with the nameless last would have no index.
    const [named, nameless] = [countOf("s.name_key > ''"), countOf("s.name_key = ''")]
    const ids = offset < named ? idsOf("s.name_key > ''", offset, limit) : []
    const left = limit < 0 ? -1 : limit - ids.length
    if (nameless > 0 && left !== 0) ids.push(...idsOf("s.name_key = ''", Math.max(0, offset - named), left))
    return { total: named + nameless, ids }
  }

  /** The rows of these ids, in their order. */
  function rowsOf(ids: readonly number[]): StationRow[] {
    const rows = new Map(manyRows.all(JSON.stringify(ids)).map((cells) => [cells[0] as number, cells]))
    const history = stationDevices.withHistory()
    return ids.flatMap((id) => {
      const cells = rows.get(id)
      return cells ? [decode(cells, history)] : []
    })
  }

  return {
    /** Inserts or updates stations that the service listed at `seenAtMs`. */
    put: (list: readonly Station[], seenAtMs: number): void =>
      atOnce(() => {
        const news: number[] = []
        for (const record of list) {
          const { name, equipmentSerialNumber, equipmentBrandName, statusNameValue } = record
          const sortKeys = [name, equipmentSerialNumber, equipmentBrandName, statusNameValue].map(naturalKey)
          write.run(...station.encode(record), ...sortKeys, seenAtMs, null)
          if (stationDevices.sighted(record.id, record, seenAtMs)) news.push(record.id)
          stationText.refresh(record.id)
        }
        if (news.length > 0) stationDevices.settle(news)
      }),

    /** After a complete listing that began at `beforeMs`: marks the stations it lacked. Returns how many were newly marked. */
    markUnlisted(beforeMs: number): number {
      const { changes } = mark.run(beforeMs, beforeMs)
      if (changes > 0) stationText.touch()
      return changes
    },

    /** A page of the stations that pass the filter, with their total number. Sorted by name by default. */
    list({ sort = { by: 'name' }, offset = 0, limit = 100, ...filter }: StationQuery = {}): {
      total: number
      rows: StationRow[]
      shownFor: ShownFor
    } {
      const { text, conditions = [] } = filter
      if (text === undefined && conditions.length === 0 && (sort.by === 'name' || sort.by === 'match')) {
        const { total, ids } = pageByName(filter, sort.desc ?? false, offset, limit)
        return { total, rows: rowsOf(ids), shownFor: null }
      }
      // A search runs once for all pages of its result.
      const { ids, shownFor } = found(JSON.stringify([filter, sort]), () => find(filter, sort))
      const page = ids.slice(offset, limit < 0 ? undefined : offset + limit)
      return { total: ids.length, rows: rowsOf(page), shownFor }
    },

    /** The ids of all stations that pass the filter, by name or in the order of the table. */
    ids(filter: StationFilter = {}, sort: StationSort = { by: 'name' }): number[] {
      const { text, conditions = [] } = filter
      const isPlain = text === undefined && conditions.length === 0 && sort.by === 'name'
      return isPlain ? pageByName(filter, sort.desc ?? false, 0, -1).ids : [...find(filter, sort).ids]
    },

    /** The rows of these ids, in their order; of those that there are not, none. */
    some: rowsOf,

    /** How many stations have each value of some facets, among those that pass the filter but for the facet's own conditions. */
    facets(filter: StationFilter, question: FacetQuestion): FacetAnswer[] {
      const { typed, other } = textPlaces(filter)
      return facets.count(together(typed, other), filter.conditions ?? [], question)
    },

    get(id: number): StationRow | undefined {
      const cells = one.get(id)
      return cells && decode(cells)
    },
    /**
     * The station with each of the devices that it had, the oldest first, and last as it is now: whatever is asked of a station
     * is asked of each of them, in its own time. None where there is no such station.
     */
    life(id: number): StationRow[] {
      const now = this.get(id)
      if (!now || !stationDevices.withHistory().has(id)) return now ? [now] : []
      const devices = stationDevices.of(id)
      const former = devices.filter((device, at) => at < devices.length - 1 || device.equipmentId !== now.equipmentId)
      return [...former.map((device) => ({ ...now, ...device })), now]
    },

    /** Of its life the devices alone: a station may have none now. `only`: this one, if it had it. */
    devices(id: number, only?: number): StationDeviceRow[] {
      const isDevice = (row: StationRow): row is StationDeviceRow =>
        row.equipmentId !== null && (only === undefined || row.equipmentId === only)
      return this.life(id).filter(isDevice)
    },

    /** Differs when the devices of a station, or their times, do; '' for nearly all stations: they have had one device, and all of its time. */
    lifeKey: (id: number): string => (stationDevices.withHistory().has(id) ? JSON.stringify(stationDevices.of(id)) : ''),

    /** The stations that have these devices, by device; the one with the smallest id if the service lists several. */
    byEquipment(equipmentIds: readonly number[]): Map<number, StationRow> {
      // In the order of ids, from the largest: the last one stays.
      const history = stationDevices.withHistory()
      const rows = ofEquipment.all(JSON.stringify(equipmentIds)).map((cells) => decode(cells, history))
      return new Map(rows.flatMap((one) => (one.equipmentId === null ? [] : [[one.equipmentId, one] as const])))
    },
    /** A device at each of its stations, now and before, oldest first; those of one that is at a single station are as `byEquipment` has it. */
    ofDevices(equipmentIds: readonly number[]): Map<number, StationRow[]> {
      const rows = new Map([...this.byEquipment(equipmentIds)].map(([id, row]) => [id, [row]]))
      for (const id of equipmentIds) {
        if (!stationDevices.isTimed(id)) continue
        const all = stationDevices
          .stationsOf(id)
          .flatMap((stationId) => this.life(stationId).filter(({ equipmentId }) => equipmentId === id))
        if (all.length > 0)
          rows.set(
            id,
            all.sort((a, b) => (a.time?.afterMs ?? -Infinity) - (b.time?.afterMs ?? -Infinity)),
          )
      }
      return rows
    },

    /** A listing of an earlier time than the rows of the book: which device a station had then. */
    sawEarlier: (id: number, seen: SeenDevice, seenAtMs: number): void =>
      atOnce(() => {
        if (stationDevices.sighted(id, seen, seenAtMs)) stationDevices.settle([id])
      }),

    units: stationDevices.unitsOf,
    stays: stationDevices.stays,
    givenDevices: stationDevices.givenAt,
    homelessDevices: stationDevices.homeless,
    giveDevice: stationDevices.give,
    takeDevice: stationDevices.take,
    ...heardIn(context),
    count: (): number => count.get() ?? 0,
    /** Those that the service still lists. */
    listedCount: (): number => listed.get() ?? 0,
    /** The types of the devices that stations have now. */
    typeIds: (): number[] => types.all(),
    /** Stations for which the service names no device, by name: archives are asked for by the device's key. */
    withoutDevice: (): { id: number; name: string | null }[] => withoutDevice.all(),
  }
}

/** Both, each once. */
const together = (first: readonly number[], then: readonly number[]): readonly number[] =>
  then.length === 0 ? first : [...new Set([...first, ...then])]
