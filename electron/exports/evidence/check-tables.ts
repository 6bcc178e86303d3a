import { addUnreadable, isReadable, type ReadBag } from './bag-read.ts'
import type { ChangeList } from './changes.ts'
import type { CheckList } from './checks.ts'
import { compareRecords } from './compare-records.ts'
import { CONTEXT_TABLES, isLater } from './context-tables.ts'
import type { ContextRow } from './context-tables.ts'
import { foreignJson } from '../../contract/foreign-json.ts'
import { namedRow } from './name-record.ts'
import { csvPath, PATHS } from './paths.ts'
import { linesOf, MOST_LINE, rowsOfCsv, type Blocks, type Reading } from './read-lines.ts'
import { isOfTable, RECORD_KINDS, RECORD_TABLES, rowsOf, type CanonicalRecord, type RecordTable } from './record-tables.ts'
import { csvRow, headOf } from './tables.ts'

/** The tables of a bundle against the records and the context that they are made of. */

export interface TableCheck {
  bag: ReadBag
  list: ChangeList
  checks: CheckList
  /** Files of which it is named that a line was cut. */
  cut: Set<string>
  signal: AbortSignal | undefined
}

/** How a text file of the bag is read: that a line is cut is named once of it, though some are read for each table. */
export function readingOf({ list, cut, signal }: Pick<TableCheck, 'list' | 'cut' | 'signal'>, path: string): Reading {
  return {
    signal,
    onCut() {
      if (cut.has(path)) return list.metAgain()
      cut.add(path)
      list.add('too-large', path, { found: `> ${MOST_LINE} B` })
    },
  }
}

/** Each table of records against the records. */
export async function checkRecordTables(check: TableCheck, lines: () => Blocks): Promise<void> {
  const { bag, list, checks } = check
  for (const table of Object.values(RECORD_TABLES)) {
    const path = csvPath(table)
    const file = bag.files.get(path)?.file
    if (!file) {
      checks.say('records-csv', 'not-checked', 'missing')
      continue
    }
    const expected = withHead(headOf(table), rowsOfRecords(table.name, lines()))
    const found = rowsOfCsv(file, readingOf(check, path))
    await checks.during('records-csv', () =>
      compareRecords(expected, found, { file: path, firstLine: 1, name: (row) => namedRow(table, row) }, list),
    )
  }
}

/** Each table of the context against context.jsonl, or that against them where it was changed and they were not. */
export async function checkContextTables(check: TableCheck): Promise<void> {
  const { bag, list, checks } = check
  const context = bag.files.get(PATHS.context)?.file
  if (!context) return checks.say('context-csv', 'not-checked', 'missing')
  if (!isReadable(bag.files, PATHS.context)) {
    checks.say('context-csv', 'not-checked', 'unreadable')
    return addUnreadable(bag.files, PATHS.context, list)
  }
  for (const table of Object.values(CONTEXT_TABLES)) {
    const path = csvPath(table)
    const file = bag.files.get(path)?.file
    if (!file) {
      // That a file which the manifest names is gone is said there.
      if (!isLater(table.name)) checks.say('context-csv', 'not-checked', 'missing')
      continue
    }
    const told = withHead(headOf(table), rowsOfContext(table.name, linesOf(context, readingOf(check, PATHS.context))))
    const rows = rowsOfCsv(file, readingOf(check, path))
    const isContextBlamed = !bag.isSound(PATHS.context) && bag.isSound(path)
    const [expected, found] = isContextBlamed ? [rows, told] : [told, rows]
    const name = (row: string) => {
      const record = namedRow(table, row)
      return isContextBlamed ? { ...record, key: { table: table.name, ...record.key } } : record
    }
    await checks.during('context-csv', () =>
      compareRecords(expected, found, { file: isContextBlamed ? PATHS.context : path, firstLine: 1, name }, list),
    )
  }
}

async function* withHead(head: string, rows: Blocks): AsyncGenerator<readonly string[]> {
  yield [head]
  yield* rows
}

/**
 * A file with more lines that are no records was made of something else: what comes behind makes no rows. A long line counts
 * as many.
 */
const MOST_STRANGE = 1000
const STRANGE_UNITS = 4096
const strangeness = (line: string): number => 1 + line.length / STRANGE_UNITS
const KINDS = RECORD_KINDS.map((kind) => `["${kind}",`)

/** The rows that records are in a table. Lines that were changed into no record make none. */
async function* rowsOfRecords(table: RecordTable, blocks: Blocks): AsyncGenerator<string[]> {
  let strange = 0
  for await (const lines of blocks) {
    const rows: string[] = []
    for (const line of lines) {
      if (isOfTable(table, line)) {
        const found = rowsIn(table, line)
        if (found) for (const row of found) rows.push(row)
        else strange += strangeness(line)
      } else if (!KINDS.some((kind) => line.startsWith(kind))) strange += strangeness(line)
    }
    yield rows
    if (strange > MOST_STRANGE) return
  }
}

/** Each row of a record repeats its names: of long ones many rows would fill the memory. */
const MOST_NAME = 1000

function rowsIn(table: RecordTable, line: string): string[] | null {
  const record = foreignJson(line)
  if (!Array.isArray(record)) return null
  if (record.some((part) => typeof part === 'string' && part.length > MOST_NAME)) return null
  try {
    return rowsOf(table, record as CanonicalRecord).map(csvRow)
  } catch {
    return null
  }
}

const TABLES = Object.keys(CONTEXT_TABLES).map((name) => `["${name}",`)

async function* rowsOfContext(table: string, blocks: Blocks): AsyncGenerator<string[]> {
  const head = `["${table}",`
  let strange = 0
  for await (const lines of blocks) {
    const rows: string[] = []
    for (const line of lines) {
      const row = line.startsWith(head) ? foreignJson(line) : null
      if (Array.isArray(row) && row.every(isCell)) rows.push(csvRow((row as ContextRow).slice(1)))
      else if (row !== null || !TABLES.some((name) => line.startsWith(name))) strange += strangeness(line)
    }
    yield rows
    if (strange > MOST_STRANGE) return
  }
}

const isCell = (cell: unknown): boolean => cell === null || typeof cell === 'string' || typeof cell === 'number'
