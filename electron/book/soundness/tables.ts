import { FINDING_MARKS, isWithin, RULE_CODES, thresholdSpec } from '../../contract/rules.ts'
import { MOST_TRIP_NAME } from '../../contract/named-trip-words.ts'
import { MEANT, MESSAGE_ROLES, PRESSURE_BASES, SETTING_ROLES } from '../../contract/meaning.ts'
import { LIMIT_OWNERS, LIMIT_PERIODS, MOST_LIMIT_M3 } from '../../contract/limit-words.ts'
import type { MergedTable, MergeKind, Refusal } from '../../contract/merge-words.ts'
import { meterReadingIn } from '../../contract/meter-reading.ts'
import { MOST_NAME, MOST_NOTE_TEXT, MOST_PHOTO_BYTES, MOST_PHOTOS, MOST_THUMB_BYTES, NOTE_KINDS } from '../../contract/note-words.ts'
import { branchFault, MOST_BRANCH_NAME } from '../../contract/balance-words.ts'
import { MOST_QUESTION_NAME, MOST_SQL } from '../../contract/question-words.ts'
import { QUANTITIES } from '../../contract/quantity-names.ts'
import { MOST_ENTRIES, MOST_RAW } from '../../contract/record-bounds.ts'
import { READING_VIEWS, SESSIONS_ARCHIVE } from '../../contract/records.ts'
import { CONSUMER_FIELDS } from '../../contract/fields/consumers.ts'
import { STATION_FIELDS } from '../../contract/fields/stations.ts'
import { CHARACTERISTICS_FIELDS } from '../../contract/fields/characteristics.ts'
import { LAST_SESSION_FIELDS } from '../../contract/fields/last-sessions.ts'
import { EQUIPMENT_TYPE_FIELDS } from '../../contract/fields/equipment-types.ts'
import { MESSAGE_FIELDS } from '../../contract/fields/messages.ts'
import { SESSION_FIELDS } from '../../contract/fields/sessions.ts'
import type { RecordField, RecordFields } from '../../contract/fields/field.ts'
import { FIRST_DAY, isDay, LAST_DAY } from '../../contract/time/day.ts'
import { MOST_TYPED, typedFactOf, typedFault } from '../../contract/typed-words.ts'
import { isTimeZone } from '../../contract/time/zone.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { fileAsBook, MOST_IMPORT_BYTES, shaOfFile } from '../../contract/import-words.ts'
import { isFileOf, MOST_MAP_BYTES, tolerancesFault } from '../imports/sound.ts'
import { membersIn } from '../branches/members.ts'
import { contentDigest } from '../archives/event-content.ts'
import { COVERAGE_STATES } from '../coverage/coverage-runs.ts'
import { columnNamed } from '../file/layout.ts'
import { choicesIn, MOST_CHOICES_BYTES } from '../queue/named-trips.ts'
import { fold } from '../search/text.ts'
import { pictureOnly } from '../notes/jpeg.ts'
import { isUuid, type CellKind, type Times } from './cells.ts'
import { entriesFault } from './records.ts'

/** Cells of a row by the names of their columns. */
type Row = Readonly<Record<string, unknown>>

/** The conditions that a row of another book's table must meet to be taken. */
export interface SoundTable {
  /** Under what a merge counts it. */
  kind: MergeKind
  key: readonly string[]
  columns: Readonly<Record<string, CellKind>>
  /** A check over the whole row, made where each of its cells is sound. */
  rule?: (row: Row, times: Times) => Refusal | null
  /** Bytes of a cell beyond which its row is refused unread, where it is not the usual number; and what it is refused for. */
  mostBytes?: Readonly<Record<string, number>>
  tooLong?: Refusal
  /** The rows that a column names: of the same file, or (`orOwn`) of either book. */
  parents?: readonly { column: string; table: string; orOwn?: true }[]
}

/** The schema of the columns that a list of fields names. */
const columnsOf = (fields: RecordFields): Record<string, CellKind> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [columnNamed(key), cellKindOf(field)]))

function cellKindOf({ kind, mayLack }: RecordField): CellKind {
  if (kind === 'time') return mayLack ? 'shown_time' : 'record_time'
  return kind === 'whole' ? 'key' : kind === 'text' ? 'text' : 'verbatim'
}

const isOneOf = (list: readonly string[], word: unknown): boolean => list.some((known) => known === word)
const isLimitDay = (day: unknown, open: unknown): boolean => day === open || (typeof day === 'string' && isDay(day) && isAskable(day))
const isAskable = (day: string): boolean => day >= FIRST_DAY && day <= LAST_DAY
const ROLES: Readonly<Record<string, readonly string[]>> = { setting: SETTING_ROLES, message: MESSAGE_ROLES }

/**
 * Every table that a merge brings, and its columns: what a sound row is. Readings and their lists of channels are too many to
 * be asked one by one: see `sharing/screen-archives.ts`.
 */
export const SOUND_TABLES = {
  provider: {
    kind: 'directory',
    key: ['id'],
    columns: { id: 'key', name: 'text', parent_id: 'key', position: 'count' },
  },
  consumer: {
    kind: 'directory',
    key: ['id'],
    columns: { ...columnsOf(CONSUMER_FIELDS), name_key: 'text', folded: 'text' },
  },
  consumer_provider: {
    kind: 'directory',
    key: ['provider_id', 'consumer_id'],
    columns: { provider_id: 'key', consumer_id: 'key' },
    parents: [{ column: 'consumer_id', table: 'consumer', orOwn: true }],
  },
  station: {
    kind: 'stations',
    key: ['id'],
    columns: {
      ...columnsOf(STATION_FIELDS),
      name_key: 'text',
      serial_key: 'text',
      brand_key: 'text',
      status_key: 'text',
      consumer_key: 'text',
      seen_at_ms: 'clock_time',
      unlisted_at_ms: 'clock_time',
    },
  },
  device_sighting: {
    kind: 'stations',
    key: ['station_id', 'first_ms'],
    columns: {
      station_id: 'key',
      first_ms: 'clock_time',
      last_ms: 'clock_time',
      equipment_id: 'key',
      telemetry_id: 'key',
      equipment_type_id: 'key',
      equipment_type_varname: 'verbatim',
      equipment_brand_name: 'verbatim',
      equipment_serial_number: 'verbatim',
    },
    rule: ({ first_ms: first, last_ms: last }) => (Number(last) < Number(first) ? 'contradiction' : null),
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  device_given: {
    kind: 'stations',
    key: ['station_id', 'equipment_id'],
    columns: {
      station_id: 'key',
      equipment_id: 'key',
      equipment_type_id: 'key',
      equipment_serial_number: 'verbatim',
      from_ms: 'record_time',
      to_ms: 'record_time',
      given_at_ms: 'clock_time',
      removed_at_ms: 'clock_time',
    },
    rule: ({ from_ms: from, to_ms: to }) => (from !== null && to !== null && Number(to) <= Number(from) ? 'contradiction' : null),
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  device_hint: {
    kind: 'stations',
    key: ['station_id', 'equipment_id', 'kind', 'at_ms'],
    columns: { station_id: 'key', equipment_id: 'key', kind: 'code', at_ms: 'record_time' },
    rule: ({ kind }) => (kind === 'start' || kind === 'end' ? null : 'unknown'),
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  station_clock: {
    kind: 'meanings',
    key: ['station_id'],
    columns: { station_id: 'key', time_zone: 'code', contract_hour: 'count' },
    rule: ({ time_zone: zone, contract_hour: hour }) =>
      typeof zone === 'string' && !isTimeZone(zone) ? 'unknown' : Number(hour) > 23 ? 'bounds' : null,
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  station_typed: {
    kind: 'meanings',
    key: ['station_id', 'fact'],
    columns: {
      station_id: 'key',
      fact: 'code',
      value: 'text',
      typed_by: 'text',
      typed_at_ms: 'clock_time',
      removed_at_ms: 'clock_time',
    },
    rule({ fact: word, value, typed_by: author }) {
      const fact = typedFactOf(word)
      if (!fact) return 'unknown'
      if (String(author).length > MOST_NAME || String(value).length > MOST_TYPED) return 'too_long'
      return typedFault(fact, String(value))
    },
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  trip_stop: {
    kind: 'meanings',
    key: ['station_id'],
    columns: { station_id: 'key', place: 'count', said_at_ms: 'clock_time', removed_at_ms: 'clock_time' },
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  named_trip: {
    kind: 'meanings',
    key: ['folded'],
    columns: { folded: 'text', name: 'text', choices: 'row', said_at_ms: 'clock_time', removed_at_ms: 'clock_time' },
    rule({ folded, name, choices }) {
      if (String(name).trim().length > MOST_TRIP_NAME) return 'too_long'
      if (fold(String(name).trim()) !== folded) return 'contradiction'
      return choicesIn(String(choices)) ? null : 'unreadable'
    },
    mostBytes: { choices: MOST_CHOICES_BYTES, folded: 8 * MOST_TRIP_NAME },
  },
  characteristics: {
    kind: 'directory',
    key: ['id'],
    columns: { ...columnsOf(CHARACTERISTICS_FIELDS), fetched_at_ms: 'clock_time' },
  },
  last_session: {
    kind: 'directory',
    key: ['station_id'],
    columns: { station_id: 'key', ...columnsOf(LAST_SESSION_FIELDS), fetched_at_ms: 'clock_time' },
  },
  equipment_type: {
    kind: 'reference',
    key: ['id'],
    columns: columnsOf(EQUIPMENT_TYPE_FIELDS),
  },
  message: {
    kind: 'reference',
    key: ['id'],
    columns: { ...columnsOf(MESSAGE_FIELDS), folded: 'text' },
  },
  meaning: {
    kind: 'meanings',
    key: ['equipment_type_id', 'meant', 'archive_type', 'key'],
    columns: {
      equipment_type_id: 'key',
      meant: 'text',
      archive_type: 'text',
      key: 'text',
      quantity: 'text',
      basis: 'text',
      role: 'text',
      said_at_ms: 'clock_time',
    },
    rule({ meant, quantity, basis, role }) {
      if (!isOneOf(MEANT, meant)) return 'unknown'
      if (quantity !== null && !isOneOf(QUANTITIES, quantity)) return 'unknown'
      if (basis !== null && !isOneOf(PRESSURE_BASES, basis)) return 'unknown'
      if (role !== null && !isOneOf(ROLES[String(meant)] ?? [], role)) return 'unknown'
      return quantity === null && role === null ? 'contradiction' : null
    },
    mostBytes: { archive_type: 1_024 },
  },
  threshold: {
    kind: 'meanings',
    key: ['scope', 'scope_id', 'rule', 'key'],
    columns: { scope: 'code', scope_id: 'key', rule: 'code', key: 'code', value: 'number', set_at_ms: 'clock_time' },
    rule({ scope, scope_id: id, rule, key, value }) {
      const spec = thresholdSpec(String(rule), String(key))
      if (!spec) return 'unknown'
      if (scope === 'book' && id !== 0) return 'contradiction'
      return isWithin(spec, Number(value)) ? null : 'bounds'
    },
  },
  contract_limit: {
    kind: 'limits',
    key: ['owner', 'owner_id', 'period', 'from_day'],
    columns: {
      owner: 'code',
      owner_id: 'key',
      period: 'code',
      // An empty text is no name: the rule looks at both.
      from_day: 'row',
      to_day: 'row',
      m3: 'number',
      author: 'text',
      said_at_ms: 'clock_time',
      removed_at_ms: 'clock_time',
    },
    rule({ owner, period, from_day: from, to_day: to, m3, author }) {
      if (!isOneOf(LIMIT_OWNERS, owner) || !isOneOf(LIMIT_PERIODS, period)) return 'unknown'
      if (!isLimitDay(from, '') || !isLimitDay(to, null)) return 'time'
      if (to !== null && String(to) < String(from)) return 'contradiction'
      if (String(author).length > MOST_NAME) return 'too_long'
      return Number(m3) > 0 && Number(m3) <= MOST_LIMIT_M3 ? null : 'bounds'
    },
  },
  series: {
    kind: 'readings',
    key: ['id'],
    columns: {
      id: 'key',
      equipment_id: 'key',
      telemetry_id: 'key',
      archive_type: 'code',
      view: 'code',
      records: 'unread',
      first_ms: 'unread',
      last_ms: 'unread',
    },
    rule: ({ telemetry_id: unit, archive_type: archive, view }) =>
      !isOneOf(READING_VIEWS, view) ? 'unknown' : (unit !== null) === (archive === SESSIONS_ARCHIVE) ? null : 'contradiction',
  },
  event_text: {
    kind: 'events',
    key: ['id'],
    columns: { id: 'key', code: 'text', description: 'text', folded: 'text' },
    mostBytes: { code: 4 * MOST_RAW },
  },
  event_content: {
    kind: 'events',
    key: ['id'],
    columns: { id: 'key', text_id: 'key', digest: 'row', entries: 'row', detail: 'text' },
    rule({ digest, entries }) {
      const fault = entriesFault(String(entries))
      if (fault !== null) return fault
      return Buffer.isBuffer(digest) && digest.equals(contentDigest(String(entries))) ? null : 'contradiction'
    },
    parents: [{ column: 'text_id', table: 'event_text' }],
  },
  setting_snapshot: {
    kind: 'settings',
    key: ['id'],
    columns: {
      id: 'key',
      equipment_id: 'key',
      taken_at_ms: 'record_time',
      checked_at_ms: 'record_time',
      digest: 'row',
    },
    rule: ({ digest }) => (Buffer.isBuffer(digest) && digest.length === 32 ? null : 'unreadable'),
  },
  setting: {
    kind: 'settings',
    key: ['snapshot_id', 'position'],
    columns: { snapshot_id: 'key', position: 'count', channel_name: 'text', channel_data_value: 'verbatim', unit_name: 'verbatim' },
    rule: ({ position }) => (Number(position) < MOST_ENTRIES ? null : 'too_long'),
    parents: [{ column: 'snapshot_id', table: 'setting_snapshot' }],
  },
  session: {
    kind: 'sessions',
    key: ['id'],
    columns: columnsOf(SESSION_FIELDS),
  },
  coverage_run: {
    kind: 'coverage',
    key: ['series_id', 'from_day'],
    columns: {
      series_id: 'key',
      from_day: 'row',
      to_day: 'row',
      state: 'row',
      fetched_at_ms: 'clock_time',
      records_a_day: 'count',
      known_session_ms: 'shown_time',
    },
    rule: ({ from_day: from, to_day: to, state }, { clocks }) =>
      // Days may be asked from 1970 on, before any record is believed.
      Number(from) < 0 || Number(to) > clocks.toMs / DAY_MS || !COVERAGE_STATES[Number(state) - 1] ? 'time' : null,
    parents: [{ column: 'series_id', table: 'series' }],
  },
  channel: {
    kind: 'reference',
    key: ['equipment_type_id', 'archive_type_varname', 'channel_varname'],
    columns: {
      equipment_type_id: 'key',
      archive_type_varname: 'code',
      channel_varname: 'code',
      archive_type_name: 'verbatim',
      telemetry_type_name: 'verbatim',
      channel_name: 'verbatim',
      unit_name: 'verbatim',
      place: 'count',
    },
  },
  note: {
    kind: 'notes',
    key: ['id'],
    columns: {
      id: 'uuid',
      station_id: 'key',
      from_ms: 'record_time',
      to_ms: 'record_time',
      kind: 'code',
      author: 'text',
      text: 'text',
      reading: 'text',
      folded: 'text',
      written_at_ms: 'clock_time',
      edited_at_ms: 'clock_time',
      deleted_at_ms: 'clock_time',
    },
    rule({ kind, author, text, folded, reading, from_ms: fromMs, to_ms: toMs }) {
      if (!isOneOf(NOTE_KINDS, kind)) return 'unknown'
      if (reading !== null) {
        if (!meterReadingIn(String(reading))) return 'unreadable'
        if (kind !== 'reading' || fromMs === null || toMs !== null) return 'contradiction'
      }
      if (String(author).length > MOST_NAME || String(text).length > MOST_NOTE_TEXT) return 'too_long'
      // Folding lengthens some letters.
      return String(folded ?? '').length > 4 * (MOST_NOTE_TEXT + MOST_NAME) ? 'too_long' : null
    },
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  note_photo: {
    kind: 'notes',
    key: ['id'],
    columns: {
      id: 'uuid',
      note_id: 'uuid',
      position: 'count',
      name: 'text',
      width: 'count',
      height: 'count',
      bytes: 'count',
      added_at_ms: 'clock_time',
      removed_at_ms: 'clock_time',
      thumb: 'row',
      jpeg: 'row',
    },
    rule({ position, name, width, height, bytes, thumb, jpeg }) {
      if (Number(position) >= 2 * MOST_PHOTOS || String(name).length > MOST_NAME) return 'too_long'
      if (thumb !== null && sizeOf(thumb) === null) return 'picture'
      if (jpeg === null) return null
      const size = sizeOf(jpeg)
      if (size === null) return 'picture'
      return size.width === width && size.height === height && size.bytes === bytes ? null : 'contradiction'
    },
    mostBytes: { jpeg: MOST_PHOTO_BYTES, thumb: MOST_THUMB_BYTES },
    tooLong: 'picture',
    parents: [{ column: 'note_id', table: 'note', orOwn: true }],
  },
  finding_mark: {
    kind: 'marks',
    key: ['id'],
    columns: {
      id: 'uuid',
      finding_id: 'code',
      station_id: 'key',
      rule: 'code',
      archive_type: 'code',
      channel: 'text',
      from_ms: 'record_time',
      to_ms: 'record_time',
      mark: 'code',
      note_id: 'uuid',
      author: 'text',
      marked_at_ms: 'clock_time',
      removed_at_ms: 'clock_time',
    },
    rule({ mark, rule, author }) {
      if (!isOneOf(FINDING_MARKS, mark) || !isOneOf(RULE_CODES, rule)) return 'unknown'
      return String(author).length > MOST_NAME ? 'too_long' : null
    },
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  rejected: {
    kind: 'rejected',
    key: ['id'],
    columns: { id: 'key', resource: 'code', reason: 'text', raw: 'unread', digest: 'row', times: 'count', received_at_ms: 'clock_time' },
    rule: ({ digest }) => (Buffer.isBuffer(digest) && digest.length === 32 ? null : 'unreadable'),
    mostBytes: { reason: 4_096 },
  },
  kept_twice: {
    kind: 'readings',
    key: ['kind', 'owner_id', 'archive_type', 'view', 'at_ms', 'content'],
    columns: {
      kind: 'code',
      owner_id: 'key',
      archive_type: 'code',
      view: 'code',
      at_ms: 'record_time',
      content: 'row',
      book_id: 'code',
      merged_at_ms: 'clock_time',
    },
    rule: ({ content, book_id: id }) =>
      isUuid(String(id)) || shaOfFile(String(id)) !== null ? entriesFault(String(content)) : 'unreadable',
  },
  import_map: {
    kind: 'imports',
    key: ['equipment_type_id', 'name'],
    columns: { equipment_type_id: 'key', name: 'code', map: 'row', author: 'text', said_at_ms: 'clock_time', removed_at_ms: 'clock_time' },
    rule: ({ map, author }) => (String(author).length > MOST_NAME ? 'too_long' : entriesFault(String(map))),
    mostBytes: { map: MOST_MAP_BYTES },
  },
  import_file: {
    kind: 'imports',
    key: ['id'],
    columns: {
      id: 'key',
      sha256: 'code',
      station_id: 'key',
      name: 'text',
      bytes: 'count',
      map: 'row',
      tolerances: 'row',
      author: 'text',
      imported_at_ms: 'clock_time',
    },
    rule({ sha256, name, author, map, tolerances, bytes }) {
      if (shaOfFile(fileAsBook(String(sha256))) === null) return 'unreadable'
      if (String(name).length > MOST_NAME || String(author).length > MOST_NAME || Number(bytes) > MOST_IMPORT_BYTES) return 'too_long'
      return entriesFault(String(map)) ?? tolerancesFault(String(tolerances))
    },
    mostBytes: { map: MOST_MAP_BYTES, tolerances: MOST_MAP_BYTES },
    parents: [{ column: 'station_id', table: 'station', orOwn: true }],
  },
  import_content: {
    kind: 'imports',
    key: ['sha256'],
    columns: { sha256: 'code', content: 'row' },
    rule: ({ sha256, content }) => (isFileOf(content, String(sha256)) ? null : 'contradiction'),
    mostBytes: { content: MOST_IMPORT_BYTES },
  },
  reading_source: {
    kind: 'imports',
    key: ['series_id', 'at_ms'],
    columns: { series_id: 'key', at_ms: 'record_time', file_id: 'key' },
    parents: [{ column: 'file_id', table: 'import_file' }],
  },
  event_source: {
    kind: 'imports',
    key: ['series_id', 'at_ms', 'content_id'],
    columns: { series_id: 'key', at_ms: 'record_time', content_id: 'key', file_id: 'key' },
    parents: [{ column: 'file_id', table: 'import_file' }],
  },
  branch: {
    kind: 'branches',
    key: ['id'],
    columns: {
      id: 'uuid',
      name: 'text',
      time_zone: 'code',
      contract_hour: 'count',
      members: 'text',
      author: 'text',
      written_at_ms: 'clock_time',
      removed_at_ms: 'clock_time',
    },
    rule({ name, time_zone: zone, contract_hour: hour, members, author }) {
      if (String(name).length > MOST_BRANCH_NAME || String(author).length > MOST_NAME) return 'too_long'
      if (typeof zone === 'string' && !isTimeZone(zone)) return 'unknown'
      if (Number(hour) > 23) return 'bounds'
      const list = membersIn(String(members))
      if (list === null) return 'unreadable'
      const why = branchFault({ name: String(name), members: list })
      return why === null ? null : why === 'too_many' ? 'too_long' : 'contradiction'
    },
  },
  question: {
    kind: 'questions',
    key: ['id'],
    columns: {
      id: 'key',
      name: 'text',
      folded: 'text',
      sql: 'text',
      author: 'text',
      said_at_ms: 'clock_time',
      removed_at_ms: 'clock_time',
    },
    rule({ name, folded, sql, author }) {
      if (String(name).length > MOST_QUESTION_NAME || String(sql).length > MOST_SQL || String(author).length > MOST_NAME) return 'too_long'
      // It is looked for by what its name folds to.
      return String(name).trim() === '' || fold(String(name)) !== folded ? 'contradiction' : null
    },
    mostBytes: { sql: 4 * MOST_SQL },
  },
  contract_number: {
    kind: 'directory',
    key: ['consumer_id'],
    columns: { consumer_id: 'key', number: 'text', contract_day: 'text' },
    rule: ({ contract_day: day }) => (day === null || isDay(String(day)) ? null : 'time'),
    parents: [{ column: 'consumer_id', table: 'consumer', orOwn: true }],
    mostBytes: { number: 4_096 },
  },
} as const satisfies Readonly<Partial<Record<MergedTable, SoundTable>>>

/** The size of a picture that holds nothing else; null where it is none or more than one. */
function sizeOf(file: unknown): { width: number; height: number; bytes: number } | null {
  if (!Buffer.isBuffer(file)) return null
  const picture = pictureOnly(file)
  if (!picture?.jpeg.equals(file)) return null
  return { width: picture.width, height: picture.height, bytes: file.length }
}

export type SoundTableName = keyof typeof SOUND_TABLES
export const SOUND_TABLE_NAMES = Object.keys(SOUND_TABLES) as SoundTableName[]
