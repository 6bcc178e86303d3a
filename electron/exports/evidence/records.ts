import { createHash } from 'node:crypto'
import type { Book } from '../../book/book.ts'
import type { StationRow } from '../../book/index.ts'
import type { TimeRange } from '../../book/archives/reading-key.ts'
import { cutTo, inLogTime, type DeviceTime } from '../../contract/device-time.ts'
import type { EventRow } from '../../book/archives/event-rows.ts'
import { EVENT_ARCHIVES, SESSIONS_ARCHIVE, SETTINGS_ARCHIVE, type Session } from '../../contract/records.ts'
import type { Day } from '../../contract/records.ts'
import { gasDaySpan, type GasClock } from '../../contract/time/gas-day.ts'
import { decodeRecord } from '../../book/archives/reading-record.ts'
import { byUnits, canonical } from './canonical.ts'
import { plainCells } from './plain-cells.ts'

/**
 * The records behind a report, each as one line of canonical JSON, in the order of their natural keys: the same whatever
 * book holds them, in whatever order they came. `sha256sum` of the lines is the hash that a report prints.
 *
 * ["station",id,{equipment_id,equipment_serial_number,telemetry_id}]
 * ["reading",equipment_id,archive_type,view,unix_ms,{channel:value}]
 * ["event",equipment_id,archive_type,unix_ms,{entry:value}]
 * ["settings",equipment_id,taken_at_ms,[[channel_name,channel_data_value,unit_name]]]
 * ["session",telemetry_id,unix_ms,id,{field:value}]
 *
 * This is whose records are meant, of which time, of which archives.
 */
export interface RecordChoice {
  /** In any order; those that the book does not know have no records. */
  stationIds: readonly number[]
  /** Unix ms, both included; all there is when absent. */
  fromMs?: number | undefined
  toMs?: number | undefined
  /** Codes of archives, also `settings` and `sessions`; all when absent. */
  archives?: readonly string[] | undefined
}

/**
 * The moments of gas days, both included: the beginning of the first belongs to it, because counters begin with it.
 * @throws RangeError for a zone that the runtime does not know.
 */
export function momentsOf(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  gas: GasClock,
): Pick<RecordChoice, 'fromMs' | 'toMs'> {
  return {
    ...(from === undefined ? {} : { fromMs: gasDaySpan(from, from, gas).fromMs }),
    ...(to === undefined ? {} : { toMs: gasDaySpan(to, to, gas).toMs }),
  }
}

/** How much a block of lines holds: UTF-16 units, and ms of work. */
const MOST_UNITS = 64 * 1024
const BUSY_MS = 10
const LINES_A_LOOK = 64

/**
 * SHA-256, hex, of the canonical records of a choice, each with a line feed. Gives way to other work every 10 ms.
 * @throws the reason of `signal`.
 */
export async function recordsHash(book: Book, choice: RecordChoice, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const lines of inBlocks(canonicalRecords(book, choice), signal)) if (lines.length > 0) hash.update(`${lines.join('\n')}\n`)
  return hash.digest('hex')
}

/** Yields the lines in blocks, with a turn for other work of the thread every 10 ms. @throws the reason of `signal`. */
export async function* inBlocks(lines: Iterable<string>, signal?: AbortSignal): AsyncGenerator<string[]> {
  let since = performance.now()
  let block: string[] = []
  let units = 0
  let count = 0
  for (const line of lines) {
    block.push(line)
    units += line.length
    const isLong = ++count % LINES_A_LOOK === 0 && performance.now() - since > BUSY_MS
    if (!isLong && units <= MOST_UNITS) continue
    if (isLong) {
      await new Promise((resolve) => setImmediate(resolve))
      since = performance.now()
    }
    signal?.throwIfAborted()
    yield block
    block = []
    units = 0
  }
  signal?.throwIfAborted()
  if (block.length > 0) yield block
}

/** The lines, without line feeds. They are read in steps, so that the book may be written meanwhile. */
export function* canonicalRecords(book: Book, choice: RecordChoice): Generator<string> {
  const stations = book.stations.some(ascending(choice.stationIds))
  for (const { id, equipmentId, equipmentSerialNumber, telemetryId } of stations) {
    const about = {
      equipment_id: equipmentId,
      equipment_serial_number: equipmentSerialNumber,
      telemetry_id: telemetryId,
    }
    yield `["station",${id},${canonical(about)}]`
  }
  const wanted = (code: string) => choice.archives?.includes(code) ?? true
  const life = stations.flatMap(({ id }) => book.stations.life(id))
  for (const id of ascending(life.flatMap(({ equipmentId }) => equipmentId ?? []))) {
    const times = timesOf(life, id)
    yield* readings(book, id, times, choice, wanted)
    for (const archive of [...EVENT_ARCHIVES].sort(byUnits)) if (wanted(archive)) yield* events(book, id, archive, times, choice)
    if (wanted(SETTINGS_ARCHIVE)) yield* settings(book, id, times, choice)
  }
  if (!wanted(SESSIONS_ARCHIVE)) return
  const units = stations.flatMap(({ id }) => book.stations.units(id))
  for (const id of ascending(units.map(({ telemetryId }) => telemetryId)))
    for (const unit of units.filter(({ telemetryId }) => telemetryId === id))
      yield* sessions(book, id, cutTo(rangeOf(choice), unit.fromMs, unit.toMs))
}

/** The times of a device at the stations of a choice, in order; null: all of it. */
function timesOf(life: readonly StationRow[], id: number): readonly (DeviceTime | null)[] {
  const times = life.filter(({ equipmentId }) => equipmentId === id).map(({ time }) => time)
  if (times.includes(null)) return [null]
  return times.toSorted((a, b) => (a?.afterMs ?? -Infinity) - (b?.afterMs ?? -Infinity))
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)

function* readings(
  book: Book,
  equipmentId: number,
  times: readonly (DeviceTime | null)[],
  choice: RecordChoice,
  wanted: (code: string) => boolean,
): Generator<string> {
  const archives = times
    .flatMap((time) => book.readings.heldArchives(equipmentId, time))
    .filter(({ archiveType }) => wanted(archiveType))
    .sort((a, b) => byUnits(a.archiveType, b.archiveType) || byUnits(a.view, b.view))
  for (const archive of archives) {
    const head = `["reading",${equipmentId},${JSON.stringify(archive.archiveType)},"${archive.view}",`
    const channels = [...archive.channels].sort(byUnits)
    const names = channels.map((name) => `${JSON.stringify(name)}:`)
    // In the order of names, each with its place in the stored record.
    const order = channels.map((name) => archive.channels.indexOf(name))
    for (const [atMs, record] of book.readings.stored(archive, rangeOf(choice))) {
      const cells = plainCells(record)
      yield `${head}${atMs},{${cells ? joined(cells, names, order) : parsedCells(record, archive.channels)}}]`
    }
  }
}

function joined(cells: readonly string[], names: readonly string[], order: readonly number[]): string {
  let text = ''
  for (let at = 0; at < order.length; at++) {
    const cell = cells[order[at] as number]
    if (cell === undefined) continue
    if (text !== '') text += ','
    text += (names[at] as string) + cell
  }
  return text
}

function parsedCells(record: string, channels: readonly string[]): string {
  return canonical(decodeRecord(record, channels)).slice(1, -1)
}

function* events(
  book: Book,
  equipmentId: number,
  archive: EventRow['archiveType'],
  times: readonly (DeviceTime | null)[],
  choice: RecordChoice,
): Generator<string> {
  const said = new WeakMap<object, string>()
  const archiveTypes = EVENT_ARCHIVES.filter((code) => code === archive)
  const head = `["event",${equipmentId},"${archive}",`
  /** Events of one moment, which the book keeps in the order in which it first heard of them. */
  let together: string[] = []
  let atMs = Number.NaN
  const logged = function* () {
    for (const time of times) yield* book.events.iterate({ equipmentIds: [equipmentId], archiveTypes, ...inLogTime(rangeOf(choice), time) })
  }
  for (const event of logged()) {
    if (event.atMs !== atMs) {
      yield* together.sort(byUnits)
      together = []
      atMs = event.atMs
    }
    let entries = said.get(event.entries)
    if (entries === undefined) said.set(event.entries, (entries = canonical(event.entries)))
    together.push(`${head}${atMs},${entries}]`)
  }
  yield* together.sort(byUnits)
}

/**
 * Those that were taken in the time, and the one that held when it began; where none was known by its end, the first that
 * became known later.
 */
function* settings(
  book: Book,
  equipmentId: number,
  times: readonly (DeviceTime | null)[],
  { fromMs = -Infinity, toMs = Infinity }: RecordChoice,
): Generator<string> {
  // A snapshot that held at two of the stations is one; the newest first.
  const all = [...new Map(times.flatMap((time) => book.settings.snapshots(equipmentId, time)).map((one) => [one.id, one])).values()].sort(
    (a, b) => b.takenAtMs - a.takenAtMs || b.id - a.id,
  )
  const known = all.filter(({ takenAtMs }) => takenAtMs <= toMs)
  const heldFrom = known.find(({ takenAtMs }) => takenAtMs <= fromMs)?.takenAtMs ?? -Infinity
  const snapshots = known.length > 0 ? known.filter(({ takenAtMs }) => takenAtMs >= heldFrom) : all.slice(-1)
  const lines = snapshots.map(({ id, takenAtMs }) => {
    const items = book.settings
      .items(id)
      .map(({ channelName, channelDataValue, unitName }) => canonical([channelName, channelDataValue, unitName]))
    return { takenAtMs, line: `["settings",${equipmentId},${takenAtMs},[${items.sort(byUnits).join(',')}]]` }
  })
  for (const { line } of lines.sort((a, b) => a.takenAtMs - b.takenAtMs || byUnits(a.line, b.line))) yield line
}

const PAGE = 1000

function* sessions(book: Book, telemetryId: number, range: TimeRange): Generator<string> {
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = book.sessions.query({ telemetryId, ...range, offset, limit: PAGE })
    for (const session of rows) yield sessionLine(telemetryId, session)
    if (rows.length < PAGE) return
  }
}

/** Fields as the service spells them. */
function sessionLine(telemetryId: number, session: Session): string {
  const fields = {
    Btm: session.btm,
    Bsg: session.bsg,
    Evtid: session.evtid,
    Rssi: session.rssi,
    Trycnt: session.trycnt,
    Tryfl: session.tryfl,
    duration_session: session.durationSession,
    gettime: session.gettime,
    millisecond: session.millisecond,
    next_session_ms: session.nextSessionMs,
    referenceparameter_seance_status_id: session.referenceparameterSeanceStatusId,
    session_traffic: session.sessionTraffic,
    state: session.state,
  }
  return `["session",${telemetryId},${session.atMs},${session.id},${canonical(fields)}]`
}

function rangeOf({ fromMs, toMs }: RecordChoice) {
  return { ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) }
}
