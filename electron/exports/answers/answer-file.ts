import { refuseProtected } from '../../book/file/protected.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { CsvEncoding, CsvSeparator, FileReader } from '../../contract/files.ts'
import type { AnswerColumn, QuestionFormat } from '../../contract/question-words.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import type { Language } from '../../words/index.ts'
import { wordsOf } from '../../words/program.ts'
import { writeWhole } from '../file.ts'
import { writerOf } from '../format.ts'
import { csvLines } from '../formats/csv.ts'
import { jsonPieces } from '../formats/json.ts'
import type { ExportOptions, ExportResult } from '../index.ts'
import type { Column, ColumnKind, Row, Table } from '../table.ts'
import { uniqueNames } from '../unique-names.ts'
import { spooledRows, type Spooled } from './spool.ts'

/** How the answer of a question in SQL is written into a file. */
export interface AnswerHow {
  format: QuestionFormat
  reader: FileReader
  language: Language
  timeZone: string
  encoding?: CsvEncoding | undefined
  separator?: CsvSeparator | undefined
  /** What the question is called: the sheet's name. */
  title: string
  sql: string
  /** What the book that it was asked of is called: `bookInFiles`. */
  book: string
}

const TELL_ROWS = 1000

/**
 * Writes an answer into a file, which appears under its name only when it is whole. Columns are called as the question calls them, and
 * values are as SQLite gives them.
 * @throws MeterbookError FILE_PROTECTED, FILE_NOT_WRITABLE, DISK_FULL, CANCELLED; RangeError for a zone that the runtime does not know.
 */
export async function writeAnswer(answer: Spooled, how: AnswerHow, file: string, options: ExportOptions = {}): Promise<ExportResult> {
  refuseProtected(file)
  const clock = zoneClock(how.timeZone)
  const write = await writerOf(how.format)
  let written = 0
  const table = tableOf(answer, how, {
    nowMs: options.nowMs?.() ?? Date.now(),
    onRow() {
      if (++written % TELL_ROWS === 0) options.onProgress?.(written, answer.count)
    },
  })
  const replaced: string[] = []
  const onReplaced = (character: string) => void replaced.push(character)
  const bytes = await writeWhole(file, write(table, clock, { ...how, onReplaced }), options.signal)
  options.onProgress?.(written, answer.count)
  return { rows: written, bytes, replaced }
}

/** Where lines of text go: a terminal, or a program that may read slower than they are made. */
interface LinesOut {
  print(lines: string): void
  /** Resolves when more may be printed. */
  room(): Promise<void>
  signal: AbortSignal
}

/**
 * The same as lines of text, for a terminal and for programs that read its output: CSV or JSON. No more of it is made than is taken.
 * @throws MeterbookError CANCELLED
 */
export async function writeAnswerText(answer: Spooled, how: AnswerHow, { print, room, signal }: LinesOut): Promise<void> {
  const clock = zoneClock(how.timeZone)
  const table = tableOf(answer, how, { nowMs: Date.now(), onRow: () => undefined })
  let waiting = ''
  for (const piece of how.format === 'json' ? jsonPieces(table, clock) : csvLines(table, clock, how)) {
    waiting += piece
    const end = waiting.length < PRINTED ? -1 : waiting.lastIndexOf('\n')
    if (end < 0) continue
    print(waiting.slice(0, end).replaceAll('\r\n', '\n'))
    waiting = waiting.slice(end + 1)
    await room()
    if (signal.aborted) throw new MeterbookError('CANCELLED')
  }
  if (waiting !== '') print(waiting.replaceAll('\r\n', '\n').replace(/\n$/, ''))
}
/** Characters that are printed at once. */
const PRINTED = 64 << 10

function tableOf(
  answer: Spooled,
  { title, sql, book, language, timeZone }: AnswerHow,
  { nowMs, onRow }: { nowMs: number; onRow: () => void },
): Table {
  const clock = zoneClock(timeZone)
  const words = wordsOf(language).file
  function* rows(): Generator<Row> {
    for (const row of spooledRows(answer)) {
      yield row
      onRow()
    }
  }
  return {
    title,
    columns: columnsOf(answer.columns),
    rows: rows(),
    expected: answer.count,
    about: [
      [words.question, sql],
      ...(answer.cut === null ? [] : [[words.cut_after, String(answer.count)] as const]),
      [words.made, clock.wall(nowMs)],
      [words.time_zone, clock.timeZone],
      [words.book, book],
    ],
  }
}

function columnsOf(columns: readonly AnswerColumn[]): Column[] {
  const unique = uniqueNames()
  return columns.map((column) => {
    const key = unique(column.name)
    return { key, header: key, kind: kindOf(column) }
  })
}

/** Numbers beside texts stay what they are, and so does a text of digits. */
function kindOf({ kind, isWhole }: AnswerColumn): ColumnKind {
  if (kind === 'number') return isWhole ? 'code' : 'value'
  return kind === 'mixed' ? 'code' : 'text'
}
