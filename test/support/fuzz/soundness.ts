import type { Book } from '../../../electron/book/index.ts'
import { EVENT_ARCHIVES } from '../../../electron/contract/records.ts'
import { isObject, type Json, type JsonObject } from './mutator.ts'
import type { Sent } from './fuzzed-service.ts'

/** Whether what the service sent unchanged is in the book, unchanged. */

interface Place {
  /** Tells records of one kind apart; null: nothing does, and the record is not looked for. */
  key: string | null
  /** What the book has in this place, in the words of the wire; undefined: nothing. */
  read(book: Book): unknown
  /** What it should have. */
  wanted: unknown
}

const ms = (seconds: Json | undefined) => Math.round(Number(seconds) * 1000)
const entriesOf = (record: JsonObject): JsonObject =>
  Object.assign({}, ...(Array.isArray(record['channel_data']) ? record['channel_data'].filter(isObject) : [])) as JsonObject
const sorted = (entries: object): unknown => Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Lists whose records have an id: the table, and columns that hold fields of the wire as they came. */
const BY_ID: Readonly<Record<string, { table: string; columns: readonly string[] }>> = {
  energies: { table: 'v_provider', columns: ['name'] },
  customers: { table: 'v_consumer', columns: ['name'] },
  stations: { table: 'v_station', columns: ['name', 'equipment_id', 'telemetry_id', 'customer_id'] },
  equipment_types: { table: 'v_equipment_type', columns: ['name'] },
  message_equipment_types: { table: 'v_message', columns: ['equipment_type_id'] },
  seances: { table: 'v_session', columns: ['telemetry_id'] },
}

function placeOf({ path, query }: Sent, record: JsonObject): Place | null {
  const list = BY_ID[path]
  if (list) {
    const { table, columns } = list
    return {
      key: `${path} ${String(Number(record['id']))}`,
      wanted: columns.map((name) => record[name] ?? null),
      read: (book) =>
        book.db
          .prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE id = ?`)
          .raw()
          .get(record['id']),
    }
  }
  if (path !== 'channel_data' || query['archive_type'] === 'settings') return null
  const atMs = ms(record['event_time'])
  const archiveType = query['archive_type'] ?? ''
  const equipmentId = Number(query['equipment_id'])
  if ((EVENT_ARCHIVES as readonly string[]).includes(archiveType)) {
    return {
      key: null,
      wanted: true,
      read: (book) =>
        book.db
          .prepare<[number, string, number], { entries: string }>(
            'SELECT entries FROM v_event WHERE equipment_id = ? AND archive_type = ? AND CAST(round(event_time * 1000) AS INTEGER) = ?',
          )
          .all(equipmentId, archiveType, atMs)
          .some(({ entries }) => JSON.stringify(sorted(JSON.parse(entries) as object)) === JSON.stringify(sorted(entriesOf(record)))),
    }
  }
  const view = query['channel_consolidation'] === '1' ? 'unified' : 'general'
  return {
    key: `${archiveType} ${equipmentId} ${view} ${atMs}`,
    wanted: sorted(entriesOf(record)),
    read: (book) => {
      const [row] = book.readings.rows({ equipmentId, archiveType, view }, { fromMs: atMs, toMs: atMs })
      return row && sorted(row.values)
    },
  }
}

/** Records that came sound and are not in the book as they came, in words; and how many were looked for. */
export function lost(book: Book, sent: readonly Sent[]): { lost: string[]; looked: number } {
  // A changed record may have taken the place of a sound one: then the later one is there, and nobody can tell which.
  const contested = new Set<string>()
  for (const answer of sent)
    for (const record of answer.changed.flatMap(inside)) {
      const key = placeOf(answer, record)?.key
      if (key != null) contested.add(key)
    }
  const gone: string[] = []
  let looked = 0
  for (const answer of sent)
    for (const record of answer.sound.flatMap(inside)) {
      const place = placeOf(answer, record)
      if (!place || (place.key !== null && contested.has(place.key))) continue
      looked += 1
      const found = place.read(book)
      if (JSON.stringify(found) === JSON.stringify(place.wanted)) continue
      gone.push(
        `${answer.path} ${JSON.stringify(answer.query)}: ${JSON.stringify(record).slice(0, 300)}: the book has ${JSON.stringify(found)}`,
      )
    }
  return { lost: gone, looked }
}

/** The record, and its branches where it is a provider. */
function inside(record: Json): JsonObject[] {
  if (!isObject(record)) return []
  const { children } = record
  return [record, ...(Array.isArray(children) ? children.flatMap(inside) : [])]
}
