import type { StatementSync } from 'node:sqlite'
import { parametersIn, saysSomething } from '../../contract/question-parameters.ts'
import type { ColumnKind, Cut, QuestionValue } from '../../contract/question-words.ts'
import type { AnswerEnd, Asked, NoAnswer } from '../line.ts'
import { failureOf, QuestionFailure, shortened } from './failures.ts'
import { guard } from './guard.ts'
import { openStage, type Stage } from './stage.ts'

/** Rows and bytes of a piece: the desk parses one in a few milliseconds, if it does. */
const PIECE_ROWS = 1_000
const PIECE_BYTES = 64 << 10

/**
 * Answers one question: sends its rows in pieces, waits where `send` does, and gives the end of the answer.
 * The book is open while it lasts and no longer.
 */
export async function answer(
  asked: Asked,
  send: (rows: Uint8Array<ArrayBuffer>, count: number) => Promise<void>,
): Promise<{ end: AnswerEnd } | { failed: NoAnswer }> {
  const startMs = performance.now()
  let stage: Stage | null = null
  try {
    const parameters = boundIn(asked)
    stage = openStage(asked.file, asked.personal)
    const { read, refused } = guard(stage.db, stage)
    try {
      const statement = prepared(stage, asked.sql)
      const { columns, cut } = await rowsOf(statement, parameters, asked.limits, send)
      const views = [...read].toSorted()
      const hidden = views.flatMap((view) => stage?.hidden.get(view) ?? []).toSorted()
      return { end: { columns, cut, views, hidden, ms: performance.now() - startMs } }
    } catch (error) {
      const why = refused()
      return { failed: shortened(why ? { code: 'QUESTION_REFUSED', ...why } : failureOf(error, stage, asked.sql)) }
    }
  } catch (error) {
    return { failed: shortened(failureOf(error, stage, asked.sql)) }
  } finally {
    stage?.db.close()
  }
}

type Bound = Record<string, QuestionValue | bigint>

/** The values of the parameters that the text has. */
function boundIn({ sql, parameters }: Asked): Bound {
  if (sql.includes('\0')) throw new QuestionFailure({ code: 'QUESTION_WRONG', said: 'unrecognized token: "\\0"' })
  if (!saysSomething(sql)) throw new QuestionFailure({ code: 'QUESTION_REFUSED', reason: 'nothing', detail: '' })
  return Object.fromEntries(
    parametersIn(sql).map((written) => {
      const value = written.startsWith(':') && Object.hasOwn(parameters, written.slice(1)) ? parameters[written.slice(1)] : undefined
      if (value === undefined) throw new QuestionFailure({ code: 'QUESTION_REFUSED', reason: 'binding', detail: written })
      // A number would be bound as one with a fraction: 12.0.
      return [written, typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value]
    }),
  )
}

/** SQLite compiles the first statement of a text and passes over the others, which would look as if they had been answered. */
function prepared({ db }: Stage, sql: string): StatementSync {
  const statement = db.prepare(sql)
  if (saysSomething(sql.slice(statement.sourceSQL.length)))
    throw new QuestionFailure({ code: 'QUESTION_REFUSED', reason: 'several', detail: '' })
  statement.setReturnArrays(true)
  // A whole number beyond 2⁵³ would be an error otherwise.
  statement.setReadBigInts(true)
  return statement
}

async function rowsOf(
  statement: StatementSync,
  parameters: Bound,
  limits: Asked['limits'],
  send: (rows: Uint8Array<ArrayBuffer>, count: number) => Promise<void>,
): Promise<{ columns: AnswerEnd['columns']; cut: Cut | null }> {
  const names = namesOf(statement)
  const [numbers, parts, texts] = [new Set<number>(), new Set<number>(), new Set<number>()]
  let piece: string[] = []
  let [pieceBytes, rows, bytes] = [0, 0, Buffer.byteLength(JSON.stringify(names))]
  let cut: Cut | null = null
  const sendPiece = async () => {
    const count = piece.length
    const json = Buffer.from(`[${piece.join(',')}]`)
    piece = []
    pieceBytes = 0
    await send(new Uint8Array(json), count)
  }
  for (const row of statement.iterate(parameters) as unknown as Iterable<unknown[]>) {
    if (rows === limits.rows) {
      cut = 'rows'
      break
    }
    const cells = row.map((value, at) => {
      if (value === null) return 'null'
      // SQLite's whole numbers come as BigInt, all others as number.
      if (typeof value === 'bigint') numbers.add(at)
      else (typeof value === 'number' ? parts : texts).add(at)
      return cellOf(value)
    })
    const json = `[${cells.join(',')}]`
    const size = Buffer.byteLength(json) + 1
    if (bytes + size > limits.bytes) {
      cut = 'bytes'
      break
    }
    rows++
    bytes += size
    pieceBytes += size
    piece.push(json)
    if (piece.length >= PIECE_ROWS || pieceBytes >= PIECE_BYTES) await sendPiece()
  }
  if (piece.length > 0) await sendPiece()
  const columns = names.map((name, at) => ({
    name,
    kind: kindOf(numbers.has(at) || parts.has(at), texts.has(at)),
    isWhole: numbers.has(at) && !parts.has(at),
  }))
  return { columns, cut }
}

/** Characters of the name of a column, and of all names. */
const [MOST_NAME, MOST_NAMES] = [200, 64_000]

/** The names of the columns, cut where they are longer than names are: a column without a name is called after all of its expression. */
function namesOf(statement: StatementSync): string[] {
  const columns = statement.columns()
  const most = Math.min(MOST_NAME, Math.floor(MOST_NAMES / columns.length))
  return columns.map(({ name }) => (name.length > most ? `${name.slice(0, most - 1)}…` : name))
}

const kindOf = (isNumber: boolean, isText: boolean): ColumnKind => (isNumber ? (isText ? 'mixed' : 'number') : isText ? 'text' : 'empty')

/** A value as JSON. What JSON has no number for is its text, as SQLite writes it. */
function cellOf(value: unknown): string {
  if (typeof value === 'bigint') return value >= -MOST_WHOLE && value <= MOST_WHOLE ? String(value) : `"${String(value)}"`
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : value > 0 ? '"Inf"' : '"-Inf"'
  if (typeof value === 'string') return JSON.stringify(value)
  return `"x'${Buffer.from(value as Uint8Array).toString('hex')}'"`
}
const MOST_WHOLE = BigInt(Number.MAX_SAFE_INTEGER)
