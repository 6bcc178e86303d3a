import { bookInFiles } from '../contract/book-name.ts'
import { extname } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { unconcluded, unconcludedText } from '../analysis/answers/unconcluded.ts'
import { clockOf } from '../analysis/station/clock.ts'
import type { Book } from '../book/book.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { CSV_ENCODINGS, CSV_SEPARATORS, type CsvEncoding, type CsvSeparator } from '../contract/files.ts'
import { namesOf, typedName, valueOf } from '../contract/question-parameters.ts'
import {
  MOST_LIMITS,
  MOST_SQL,
  QUESTION_FORMATS,
  USUAL_LIMITS,
  type QuestionFormat,
  type QuestionValue,
} from '../contract/question-words.ts'
import { visible } from '../contract/visible.ts'
import { readRegular } from '../files/regular-file.ts'
import { writeAnswer, writeAnswerText, type AnswerHow } from '../exports/answers/answer-file.ts'
import { spooledRows, withSpool, type Spooled } from '../exports/answers/spool.ts'
import type { AnswerEnd } from '../questions/line.ts'
import { startNodeProcess } from '../questions/node-process.ts'
import { createQuestions } from '../questions/questions.ts'
import { LANGUAGES, type Language } from '../words/index.ts'
import { usualGas, withBook } from './analysis-book.ts'
import { askedClock, hourOption, zoneOption, type ClockFlags } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { replacedText } from './export-texts.ts'
import { UsageError } from './failure.ts'
import { allInput } from './input.ts'
import { bytes, columns, count, plural } from './numbers.ts'
import * as read from './options.ts'
import type { Terminal } from './terminal.ts'

const FORMATS = ['table', ...QUESTION_FORMATS] as const
type Format = (typeof FORMATS)[number]

interface QueryFlags extends ClockFlags {
  book: string
  file?: string
  name?: string
  param: Record<string, string>
  format?: Format
  limit?: number
  seconds: number
  memory: number
  withoutPersonal?: true
  out?: string
  plain?: true
  language: Language
  encoding?: CsvEncoding
  separator?: CsvSeparator
}

/** Standard input instead of a file or a text. */
const INPUT = '-'

/** `meterbook query`: a question in SQL over the public views of a book. */
export function queryCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('query')
    .argument('[sql]', `the question: one statement that reads; ${INPUT}: from standard input`)
    .requiredOption('--book <FILE>', 'the book')
    .option('--file <F>', `a file with the question; ${INPUT}: standard input`)
    .option('--name <NAME>', 'a question that is kept in the book under this name')
    .option('--param <NAME=VALUE>', 'the value of :NAME, again for more; from and to are days, yyyy-mm-dd', parameter, {})
    .option('--format <F>', `${FORMATS.join(', ')} (by the file's ending, else table)`, read.oneOf(FORMATS))
    .option(
      '--limit <N>',
      `at most so many rows (table ${count(USUAL_LIMITS.rows)}, else ${count(MOST_LIMITS.rows)})`,
      read.whole(1, MOST_LIMITS.rows),
    )
    .option('--seconds <S>', 'at most so long', read.whole(1, MOST_LIMITS.seconds), USUAL_LIMITS.seconds)
    .option('--memory <MB>', 'at most so much memory for it', read.whole(16, MOST_LIMITS.memoryMb), USUAL_LIMITS.memoryMb)
    .option('--without-personal', 'phones, numbers and names of people, and what they wrote, stay empty')
    .option('--out <FILE>', 'the file to write (else standard output: table, csv, json)')
    .option('--plain', 'a file for programs: points and commas, the same in every language; standard output always is')
    .option('--language <L>', `signs of CSV and words of a file as in ${LANGUAGES.join(' or ')}`, read.oneOf(LANGUAGES), 'en')
    .option('--encoding <E>', `CSV: ${CSV_ENCODINGS.join(' or ')}`, read.oneOf(CSV_ENCODINGS))
    .option('--separator <S>', `CSV: ${CSV_SEPARATORS.join(', ')}`, read.oneOf(CSV_SEPARATORS))
    .addOption(zoneOption('the days of :from and :to'))
    .addOption(hourOption(':from, :to: '))
    .addHelpText('after', EXAMPLES)
    .action(async (typed: string | undefined, flags: QueryFlags) => {
      if (flags.out !== undefined) refuseProtected(flags.out)
      const format = formatOf(flags)
      const text = await questionOf(typed, flags, terminal)
      await withBook(flags.book, async (book) => {
        const sql = text ?? keptIn(book, flags.name ?? '')
        finish(await answered(book, { sql, format }, flags, terminal))
      })
    })
}

const EXAMPLES = `
Examples:
  meterbook query --book trip.meterbook "SELECT id, name FROM v_station ORDER BY name"
  meterbook query --book trip.meterbook "SELECT * FROM v_consumption_day WHERE station_id = :station" --param station=12 --out days.xlsx
  meterbook query --book trip.meterbook --file lost.sql --param from=2026-01-01 --param to=2026-01-31 --format json
  meterbook query --book trip.meterbook --name "Volumes of October" --param from=2026-10-01 --param to=2026-10-31
  echo "SELECT count(*) FROM v_finding" | meterbook query --book trip.meterbook -
A question reads the public views (docs/book.md) and nothing else; it changes nothing, and cannot. :from is the beginning of
its gas day and :to the end of its own, in Unix seconds: event_time > :from AND event_time <= :to are the records of both.`

/** Names and values, one option each. */
function parameter(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^:?([\w\u0080-\uffff]+)=(.*)$/su.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write a name and its value: station=12.')
  return { ...before, [name]: value }
}

/** Formats that a terminal cannot show. */
const BINARY: readonly Format[] = ['xlsx', 'parquet']

function formatOf({ format: asked, out, encoding, separator }: QueryFlags): Format {
  const ending = extname(out ?? '')
    .toLowerCase()
    .slice(1)
  const format = asked ?? (out === undefined ? 'table' : (QUESTION_FORMATS.find((known) => known === ending) ?? 'csv'))
  if (out === undefined && BINARY.includes(format)) throw new UsageError(`A terminal shows no ${format}. Name a file with --out.`)
  if (out !== undefined && format === 'table')
    throw new UsageError(`A table is for the terminal. Write a file as ${QUESTION_FORMATS.join(', ')}.`)
  if (format !== 'csv' && (encoding !== undefined || separator !== undefined))
    throw new UsageError(`--encoding and --separator are for CSV. Leave them out of ${format}.`)
  return format
}

/** The text of the question; null: the book has it under its name. */
async function questionOf(typed: string | undefined, { file, name }: QueryFlags, terminal: Terminal): Promise<string | null> {
  if ([typed, file, name].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Write the question, or name its file with --file, or itself with --name: one of the three.')
  if (name !== undefined) return null
  const sql =
    typed === INPUT || file === INPUT ? await allInput(terminal, MOST_READ) : (typed ?? (await textIn(file ?? '', terminal.signal)))
  if (sql.length > MOST_SQL)
    throw new UsageError(`A question has at most ${count(MOST_SQL)} characters, and this one has ${count(sql.length)}.`)
  return sql
}

function keptIn({ questions }: Book, name: string): string {
  const kept = questions.named(name)
  if (kept) return kept.sql
  const known = questions.all().map((one) => `'${visible(one.name)}'`)
  throw new UsageError(
    `No question of this book is called '${visible(name)}'. ${known.length === 0 ? 'None is kept in it: the window keeps them.' : `There are ${known.join(', ')}.`}`,
  )
}

/** What is longer than a question is told how long it is, up to this. */
const MOST_READ = 16 * MOST_SQL

const textIn = async (file: string, signal: AbortSignal): Promise<string> =>
  (await readRegular(file, { most: MOST_READ }, signal)).toString('utf8')

interface QuestionAsked {
  sql: string
  format: Format
}

async function answered(book: Book, { sql, format }: QuestionAsked, flags: QueryFlags, terminal: Terminal): Promise<number> {
  const gas = clockOf(book, [], usualGas(), askedClock(flags))
  const limits = {
    rows: flags.limit ?? (format === 'table' ? USUAL_LIMITS.rows : MOST_LIMITS.rows),
    bytes: format === 'table' ? USUAL_LIMITS.bytes : MOST_LIMITS.bytes,
    seconds: flags.seconds,
    memoryMb: flags.memory,
  }
  const asked = {
    file: book.db.name,
    book: book.file,
    sql,
    parameters: parametersOf(sql, flags.param, { zone: gas.zone, contractHour: gas.contractHour }, terminal),
    limits,
    personal: flags.withoutPersonal ? ('hidden' as const) : ('shown' as const),
    signal: terminal.signal,
  }
  const questions = createQuestions({ start: startNodeProcess() })
  try {
    return await withSpool(
      (take) => questions.pour(asked, take),
      async (answer, end) => {
        if (format === 'table') terminal.print(tableOf(answer))
        else
          await written(
            answer,
            { ...flags, format, title: flags.name ?? 'query', sql, book: bookInFiles(book), timeZone: gas.zone },
            terminal,
          )
        const behind = unconcluded(book, end.views, { usual: usualGas(), nowMs: Date.now() })
        if (behind) terminal.note(unconcludedText(behind))
        return noted(answer, end, flags, terminal)
      },
    )
  } finally {
    questions.close()
  }
}

function parametersOf(
  sql: string,
  typed: Readonly<Record<string, string>>,
  gas: { zone: string; contractHour: number },
  terminal: Terminal,
) {
  const names = namesOf(sql)
  const wanted = new Set(names.flatMap((name) => [name, typedName(name)]))
  const unused = Object.keys(typed).filter((name) => !wanted.has(name))
  if (unused.length > 0) terminal.note(`Not in the question: ${unused.map((name) => visible(`:${name}`)).join(', ')}.`)
  const valueOfName = (name: string): QuestionValue => {
    const said = [name, typedName(name)].find((one) => Object.hasOwn(typed, one))
    const text = said === undefined ? undefined : typed[said]
    if (text === undefined) throw new UsageError(`:${name} has no value. Give it one: --param ${name}=VALUE`)
    const value = valueOf(name, text, gas)
    if (value === undefined) throw new UsageError(`:${name} is a day. Write it as yyyy-mm-dd: --param ${name}=2026-01-31`)
    return value
  }
  return Object.fromEntries(names.map((name) => [name, valueOfName(name)]))
}

const tableOf = (answer: Spooled): string =>
  columns(
    Array.from(spooledRows(answer), (row) => row.map((value) => value ?? '')),
    answer.columns.map(({ name }) => visible(name)),
    String,
  )

async function written(
  answer: Spooled,
  how: Omit<AnswerHow, 'format' | 'reader'> & { format: QuestionFormat } & Pick<QueryFlags, 'out' | 'plain'>,
  terminal: Terminal,
): Promise<void> {
  const { out, plain } = how
  if (out === undefined) return writeAnswerText(answer, { ...how, reader: 'programs' }, terminal)
  const made = await writeAnswer(answer, { ...how, reader: plain ? 'programs' : 'people' }, out, { signal: terminal.signal })
  terminal.print(`${visible(out)}: ${plural(made.rows, 'row')}, ${bytes(made.bytes)}`)
  if (made.replaced.length > 0) terminal.note(replacedText(how.encoding ?? '', made.replaced))
}

/** What is to be known of an answer, and the exit code: one that is cut though nobody asked for that lacks something. */
function noted({ count: rows }: Spooled, { cut, hidden, ms }: AnswerEnd, { limit }: QueryFlags, terminal: Terminal): number {
  if (hidden.length > 0) terminal.note(`Empty because they are personal: ${hidden.join(', ')}.`)
  terminal.note(`${plural(rows, 'row')}, ${count(Math.round(ms))} ms`)
  if (cut === null) return EXIT.done
  terminal.note(
    `There is more: the answer was cut at the limit of ${cut}.${cut === 'rows' ? ' Allow more with --limit, or write a file with --out.' : ''}`,
  )
  return cut === 'rows' && limit !== undefined ? EXIT.done : EXIT.incomplete
}
