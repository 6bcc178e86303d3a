import { deviceThresholds, namesOfDevice } from '../../analysis/station/thresholds/of-device.ts'
import type { Book, StationRow } from '../../book/index.ts'
import type { Day } from '../../contract/records.ts'
import { dayAt } from '../../contract/time/day.ts'
import { byUnits } from './canonical.ts'
import { fileRow, filesOf, sourceRows } from './context-files.ts'
import { branchRows, limitRows, typedRows } from './context-said.ts'
import type { ContextRow } from './context-tables.ts'
import type { RecordChoice } from './records.ts'
import { isoTime, verbatimCell, type EvidenceCell } from './tables.ts'

/**
 * All that stands beside the records of a choice, in the order of natural keys of each table: from the book inside what it
 * holds, so that it can be compared with it later, and from the one that gives the rest.
 */
export function* contextRows({ book, inner }: { book: Book; inner: Book }, choice: RecordChoice): Generator<ContextRow> {
  const rowsOf = innerTables(inner, choice)
  for (const table of INNER_TABLES) yield* rowsOf(table)
  const stations = stationsOf(book, choice)
  for (const station of stations) yield* noteRows(book, station.id, choice)
  for (const station of stations) yield* meterReadingRows(book, station.id, choice)
  for (const file of filesOf(book, inner, stations)) yield fileRow(book, file)
  yield* typedRows(book, stations)
  yield* limitRows(book, stations)
  yield* branchRows(book, stations)
  for (const station of stations) yield* thresholdRows(book, station)
  for (const station of stations) yield* findingRows(book, station.id, choice)
}

/** Tables of what the book inside a bundle holds as well. */
export const INNER_TABLES = ['stations', 'channels', 'coverage', 'record_sources', 'messages', 'meanings'] as const
type InnerTable = (typeof INNER_TABLES)[number]

/**
 * Rows of each of them. The stations are asked for once, by the first table whose rows are read: an error of reading them
 * belongs to that table.
 */
export function innerTables(inner: Book, choice: RecordChoice): (table: InnerTable) => Generator<ContextRow> {
  let held: StationRow[] | undefined
  const stations = () => (held ??= stationsOf(inner, choice))
  // Each station with each of the devices that it had, the oldest first.
  const devices = () => stations().flatMap(({ id }) => inner.stations.life(id))
  const types = () => [...new Set(devices().flatMap(({ equipmentTypeId }) => equipmentTypeId ?? []))].sort((a, b) => a - b)
  return function* rowsOf(table) {
    switch (table) {
      case 'stations':
        for (const device of devices()) yield ['stations', ...stationCells(inner, device)]
        return
      case 'channels':
        for (const type of types()) yield* channelRows(inner, type)
        return
      case 'coverage':
        for (const device of devices()) yield* coverageRows(inner, device, choice)
        return
      case 'record_sources':
        yield* sourceRows(inner, devices(), choice)
        return
      case 'messages':
        for (const type of types()) yield* messageRows(inner, type)
        return
      case 'meanings': {
        const known = new Set(types())
        for (const { equipmentTypeId, meant, archiveType, key, quantity, basis, role } of inner.meanings.all())
          if (known.has(equipmentTypeId)) yield ['meanings', equipmentTypeId, meant, archiveType, key, quantity, basis, role]
      }
    }
  }
}

const stationsOf = (book: Book, { stationIds }: RecordChoice): StationRow[] =>
  book.stations.some([...new Set(stationIds)].sort((a, b) => a - b))

/** The UTC days of a choice, both included, as texts that every day compares with. */
export const daysOf = ({ fromMs, toMs }: RecordChoice): { first: Day; last: Day } => ({
  first: fromMs === undefined ? '' : dayAt(fromMs),
  last: toMs === undefined ? '9999-12-31' : dayAt(toMs),
})

function stationCells(book: Book, station: StationRow): EvidenceCell[] {
  const { id, name, equipmentId, telemetryId, equipmentSerialNumber, equipmentTypeId, customerId, time } = station
  const type = equipmentTypeId === null ? null : (book.equipmentTypes.get(equipmentTypeId)?.name ?? null)
  const consumer = customerId === null ? null : (book.consumers.get(customerId)?.name ?? null)
  return [
    id,
    name,
    equipmentId,
    telemetryId,
    verbatimCell(equipmentSerialNumber),
    equipmentTypeId,
    type,
    customerId,
    consumer,
    isoTime(time?.afterMs ?? null),
    isoTime(time?.toMs ?? null),
  ]
}

function channelRows(book: Book, typeId: number): ContextRow[] {
  return book.channels
    .byType(typeId)
    .sort((a, b) => byUnits(a.archiveTypeVarname, b.archiveTypeVarname) || byUnits(a.channelVarname, b.channelVarname))
    .map((one) => [
      'channels',
      typeId,
      one.archiveTypeVarname,
      one.channelVarname,
      verbatimCell(one.channelName),
      verbatimCell(one.unitName),
    ])
}

function* coverageRows(book: Book, { equipmentId, time }: StationRow, choice: RecordChoice): Generator<ContextRow> {
  if (equipmentId === null) return
  const { first, last } = daysOf(choice)
  const archives = book.coverage
    .calendar(equipmentId, time)
    .sort((a, b) => byUnits(a.archiveType, b.archiveType) || byUnits(a.view, b.view))
  for (const { archiveType, view, runs } of archives)
    for (const { from, to, state, fetchedAtMs } of runs)
      if (to >= first && from <= last) yield ['coverage', equipmentId, archiveType, view, from, to, state, isoTime(fetchedAtMs)]
}

/** Those about the time, and those about the station as a whole. */
function* noteRows(book: Book, stationId: number, choice: RecordChoice): Generator<ContextRow> {
  const { fromMs = -Infinity, toMs = Infinity } = choice
  const { rows } = book.notes.query({ stationIds: [stationId] }, { desc: false })
  for (const note of rows.sort((a, b) => byUnits(a.id, b.id))) {
    const ends = note.toMs ?? note.fromMs
    if (note.fromMs !== null && (note.fromMs > toMs || (ends ?? toMs) < fromMs)) continue
    yield [
      'notes',
      note.id,
      stationId,
      isoTime(note.fromMs),
      isoTime(note.toMs),
      note.kind,
      note.author,
      isoTime(note.writtenAtMs),
      isoTime(note.editedAtMs),
      note.text,
      note.photos.length,
    ]
  }
}

function* meterReadingRows(book: Book, stationId: number, { fromMs = -Infinity, toMs = Infinity }: RecordChoice): Generator<ContextRow> {
  for (const { id, atMs, reading } of book.notes.readings(stationId)) {
    if (atMs < fromMs || atMs > toMs) continue
    const { serial, values, pressureUnit, seals, violations, supplier, consumer } = reading
    yield [
      'meter_readings',
      id,
      stationId,
      isoTime(atMs),
      serial,
      values.standardCounter,
      values.workingCounter,
      values.pressure,
      values.pressure === null ? null : pressureUnit,
      values.temperature,
      values.conversionFactor,
      seals.length === 0 ? null : JSON.stringify(seals),
      violations,
      supplier,
      consumer,
    ]
  }
}

const PAGE = 1000

function* messageRows(book: Book, equipmentTypeId: number): Generator<ContextRow> {
  const all = []
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = book.messages.list({ equipmentTypeId, offset, limit: PAGE })
    all.push(...rows)
    if (rows.length < PAGE) break
  }
  for (const one of all.sort((a, b) => a.id - b.id))
    yield [
      'messages',
      one.id,
      equipmentTypeId,
      verbatimCell(one.archiveTypeVarname),
      verbatimCell(one.deviceCode),
      verbatimCell(one.name),
      verbatimCell(one.description),
      one.messageTypicalId,
      verbatimCell(one.channelVarname),
    ]
}

function* thresholdRows(book: Book, station: StationRow): Generator<ContextRow> {
  const { equipmentId, equipmentTypeId } = station
  if (equipmentId === null) return
  const { origins } = deviceThresholds(book, { equipmentTypeId, equipmentId, names: namesOfDevice(book, station) })
  for (const { rule, key, value, from } of origins) yield ['thresholds', equipmentId, rule, key, value, from]
}

function* findingRows(book: Book, stationId: number, choice: RecordChoice): Generator<ContextRow> {
  const { fromMs = -Infinity, toMs = Infinity } = choice
  for (const one of book.findings.ofStation(stationId).sort((a, b) => byUnits(a.id, b.id))) {
    if (one.fromMs > toMs || (one.toMs ?? toMs) < fromMs) continue
    yield [
      'findings',
      one.id,
      one.rule,
      one.flag,
      one.state,
      stationId,
      one.equipmentId,
      one.archiveType,
      one.channelVarname,
      isoTime(one.fromMs),
      isoTime(one.toMs),
      one.measure,
      one.threshold,
      one.unit,
      one.m3,
    ]
  }
}
