import type { Book } from '../../electron/book/index.ts'
import { dayNumber, dayNumberAt, dayOf, lastDayOver } from '../../electron/contract/time/day.ts'
import type { Plan } from '../../electron/contract/downloads.ts'
import { EVENT_ARCHIVES, READING_VIEWS, SESSIONS_ARCHIVE, type ReadingView } from '../../electron/contract/records.ts'
import { UNKNOWN_CHANNEL, type World } from '../../electron/demo/index.ts'
import type { WireProvider, WireStation } from '../../electron/demo/world/index.ts'
import { createLedger, type Cells, type Ledger, type Verdict } from './ledger.ts'

/** What a fault may have changed; by default nothing. */
export interface Allowances {
  /** Numbers may have come as strings, and strings as numbers: values are compared as texts. */
  types?: boolean
  /** Readings may have the demo service's unknown channel beside the true ones. */
  unknownChannels?: boolean
  /** There may be rejected records beside the true ones. */
  rejected?: boolean
  /** The clock by which days were judged to be over, Unix ms; the world's by default. */
  judgedMs?: number
}

/**
 * Whether a book holds exactly what the service serves of a plan for `all` archives: every public view, record for
 * record and value for value, and nothing beyond. `world` is the service's truth; its clock must stand where it stood during the download.
 */
export function compareWithTruth(book: Book, world: World, plan: Plan, allowed: Allowances = {}): Verdict {
  const ledger = createLedger(allowed.types ?? false)
  const stations = [...world.stations()]
  const chosen = plan.stations === 'all' ? stations : stations.filter(({ id }) => plan.stations.includes(id as never))
  directories(ledger, book, world, stations)
  perStation(ledger, book, world, chosen)
  readings(ledger, book, world, plan, chosen, allowed)
  events(ledger, book, world, plan, chosen)
  sessions(ledger, book, world, plan, chosen)
  coverage(ledger, book, world, plan, chosen, allowed.judgedMs ?? world.now())
  if (!allowed.rejected) ledger.compare('v_rejected', [], rowsOf(book, 'SELECT resource, reason, raw FROM v_rejected'))
  return ledger.verdict()
}

const rowsOf = (book: Book, sql: string, ...values: unknown[]): Cells[] =>
  book.db
    .prepare<unknown[], Cells>(sql)
    .raw()
    .all(...values)

/** A view's rows beside records whose fields have the view's column names. */
function same<T extends object>(ledger: Ledger, book: Book, view: string, fields: (keyof T & string)[], truth: T[]) {
  ledger.compare(
    view,
    truth.map((record) => fields.map((field) => cellOf(record[field]))),
    rowsOf(book, `SELECT ${fields.join(', ')} FROM ${view}`),
  )
}

/** A wire value as a public view shows it: a boolean as 1 or 0, what is missing as null. */
const cellOf = (value: unknown): Cells[number] => (typeof value === 'boolean' ? Number(value) : ((value ?? null) as Cells[number]))

function directories(ledger: Ledger, book: Book, world: World, stations: WireStation[]): void {
  const flat = (list: Iterable<WireProvider>, parent: number | null): Cells[] =>
    [...list].flatMap(({ id, name, children }) => [[id, name, parent], ...flat(children, id)])
  const providers = flat(world.providers(), null)
  ledger.compare('v_provider', providers, rowsOf(book, 'SELECT id, name, parent_id FROM v_provider'))
  same(ledger, book, 'v_consumer', ['id', 'name', 'subdivision_type_name', 'inn', 'contact_number'], [...world.consumers()])
  ledger.compare(
    'v_consumer_provider',
    providers.flatMap(([id]) => [...world.consumers(id as number)].map((consumer) => [id as number, consumer.id])),
    rowsOf(book, 'SELECT energy_id, customer_id FROM v_consumer_provider'),
  )
  same(
    ledger,
    book,
    'v_station',
    Object.keys(stations[0] ?? {}) as (keyof WireStation)[],
    stations.map((station) => ({
      ...station,
      last_seance_event_time: (station.last_seance_event_time === '' ? null : Number(station.last_seance_event_time)) as never,
    })),
  )
  same(
    ledger,
    book,
    'v_equipment_type',
    ['id', 'name', 'equipment_kind_name', 'telemetry_type_name', 'resource_name', 'description'],
    [...world.equipmentTypes()],
  )
  same(
    ledger,
    book,
    'v_channel',
    [
      'equipment_type_id',
      'archive_type_name',
      'archive_type_varname',
      'telemetry_type_name',
      'channel_name',
      'channel_varname',
      'unit_name',
    ],
    [...world.channels()],
  )
  const messages = [...world.messages()]
  same(ledger, book, 'v_message', Object.keys(messages[0] ?? {}) as 'id'[], messages)
}

function perStation(ledger: Ledger, book: Book, world: World, stations: WireStation[]): void {
  const there = <T>(list: (T | undefined)[]): T[] => list.filter((item): item is T => item !== undefined)
  same(
    ledger,
    book,
    'v_characteristics',
    ['id', 'gas_boiler', 'gas_stove', 'gas_water_heater', 'resident_count', 'heated_area'],
    there(stations.map(({ id }) => world.characteristics(id))),
  )
  ledger.compare(
    'v_last_session',
    stations.map(({ id }) => {
      const last = world.lastSessionTime(id)
      return [id, last?.station_name ?? null, last?.last_seance_event_time ?? null]
    }),
    rowsOf(book, 'SELECT id, station_name, last_seance_event_time FROM v_last_session'),
  )
  // One snapshot a device, its items in the service's order.
  ledger.compare(
    'v_setting',
    devicesOf(stations).flatMap((id) =>
      [...world.settings(id)].map((item, at) => [id, at, item.channel_name, item.channel_data_value, item.unit_name]),
    ),
    rowsOf(
      book,
      `SELECT equipment_id, row_number() OVER (PARTITION BY equipment_id) - 1, channel_name, channel_data_value, unit_name
       FROM v_setting`,
    ),
  )
}

const devicesOf = (stations: WireStation[]): number[] => stations.flatMap(({ equipment_id: id }) => (id === null ? [] : [id]))

/** Every reading archive that the channel directory names for a device, in the plan's views. */
function archivesOf(world: World, station: WireStation, plan: Plan): { archiveType: string; view: ReadingView }[] {
  const { equipment_type_id: type } = station
  if (type === null) return []
  const codes = new Set([...world.channels(type)].map((channel) => channel.archive_type_varname))
  for (const other of ['settings', ...EVENT_ARCHIVES]) codes.delete(other)
  return [...codes].flatMap((archiveType) =>
    READING_VIEWS.filter((view) => plan.views.includes(view)).map((view) => ({ archiveType, view })),
  )
}

function readings(ledger: Ledger, book: Book, world: World, plan: Plan, stations: WireStation[], allowed: Allowances) {
  let records = 0
  for (const station of stations) {
    const id = station.equipment_id
    if (id === null) continue
    for (const { archiveType, view } of archivesOf(world, station, plan)) {
      const truth = [...world.readings(id, archiveType, view, plan.span.from, plan.span.to)]
      records += truth.length
      ledger.compare(
        `v_reading ${id} ${archiveType} ${view}`,
        truth.flatMap((record) =>
          record.channel_data.flatMap((entry) => Object.entries(entry).map(([channel, value]) => [record.event_time, channel, value])),
        ),
        rowsOf(
          book,
          `SELECT event_time, channel, value FROM v_reading WHERE equipment_id = ? AND archive_type = ? AND "view" = ?
           ${allowed.unknownChannels ? `AND channel <> '${UNKNOWN_CHANNEL}'` : ''}`,
          id,
          archiveType,
          view,
        ),
      )
    }
  }
  ledger.compare('readings in all', [[records]], rowsOf(book, 'SELECT count(*) FROM reading'))
}

/** An event's identity is its device, archive type, time and content: identical ones in the same millisecond are one. */
function events(ledger: Ledger, book: Book, world: World, plan: Plan, stations: WireStation[]): void {
  let all = 0
  for (const id of devicesOf(stations)) {
    for (const archiveType of EVENT_ARCHIVES) {
      const truth = new Map<string, Cells>()
      for (const { event_time: time, channel_data: data } of world.events(id, archiveType, plan.span.from, plan.span.to)) {
        const entries: Record<string, string> = Object.assign({}, ...data)
        const sorted = JSON.stringify(Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1))))
        const { Code, CodeDescription, ValCode, Izm } = entries
        truth.set(`${time} ${sorted}`, [time, ...[Code, CodeDescription, ValCode, Izm].map(cellOf), sorted])
      }
      all += truth.size
      ledger.compare(
        `v_event ${id} ${archiveType}`,
        [...truth.values()],
        rowsOf(
          book,
          `SELECT event_time, code, code_description, val_code, izm, entries FROM v_event
           WHERE equipment_id = ? AND archive_type = ?`,
          id,
          archiveType,
        ),
      )
    }
  }
  ledger.compare('events in all', [[all]], rowsOf(book, 'SELECT count(*) FROM event'))
}

function sessions(ledger: Ledger, book: Book, world: World, plan: Plan, stations: WireStation[]): void {
  const truth = stations.flatMap(({ telemetry_id: id }) => (id === null ? [] : [...world.sessions(id, plan.span.from, plan.span.to)]))
  const fields = [
    'id',
    'telemetry_id',
    'event_time',
    'Evtid',
    'Trycnt',
    'Tryfl',
    'state',
    'Btm',
    'Rssi',
    'Bsg',
    'gettime',
    'next_session_time',
    'referenceparameter_seance_status_id',
    'duration_session',
    'session_traffic',
    'millisecond',
  ] as const
  same(ledger, book, 'v_session', [...fields], truth)
}

/**
 * Every day of the span is known for every archive of the plan: fetched or empty once a session after its end has come,
 * before that partial or not transmitted. A station without sessions is believed.
 */
function coverage(ledger: Ledger, book: Book, world: World, plan: Plan, stations: WireStation[], nowMs: number): void {
  const expected: Cells[] = []
  const days = Array.from({ length: dayNumber(plan.span.to) - dayNumber(plan.span.from) + 1 }, (_, at) => dayNumber(plan.span.from) + at)
  const add = (id: number, archiveType: string, view: string, records: Iterable<{ event_time: number }>, lastSessionMs = Infinity) => {
    const filled = new Set([...records].map((record) => dayNumberAt(record.event_time * 1000)))
    for (const day of days) {
      const states = day <= lastDayOver(lastSessionMs) ? ['empty', 'fetched'] : ['not_transmitted', 'partial']
      const state = day <= lastDayOver(nowMs) ? states[filled.has(day) ? 1 : 0] : 'partial'
      expected.push([id, archiveType, view, dayOf(day), state ?? ''])
    }
  }
  const { from, to } = plan.span
  for (const station of stations) {
    const { equipment_id: id, telemetry_id: telemetryId } = station
    if (id === null) continue
    const last = Number(station.last_seance_event_time) * 1000
    const lastMs = last > 0 ? last : Infinity
    for (const { archiveType, view } of archivesOf(world, station, plan))
      add(id, archiveType, view, world.readings(id, archiveType, view, from, to), lastMs)
    for (const archiveType of EVENT_ARCHIVES) add(id, archiveType, 'general', world.events(id, archiveType, from, to), lastMs)
    if (telemetryId !== null) add(id, SESSIONS_ARCHIVE, 'general', world.sessions(telemetryId, from, to))
  }
  ledger.compare('v_coverage', expected, rowsOf(book, 'SELECT equipment_id, archive_type, "view", day, state FROM v_coverage'))
}
