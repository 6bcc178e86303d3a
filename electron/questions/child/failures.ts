import { tokensOf } from '../../contract/question-parameters.ts'
import type { Refusal } from '../../contract/question-words.ts'
import type { NoAnswer } from '../line.ts'
import type { Stage } from './stage.ts'

/** A question that has no answer, for a reason that is known. */
export class QuestionFailure extends Error {
  readonly failure: NoAnswer
  constructor(failure: NoAnswer) {
    super('code' in failure ? failure.code : failure.sqlite)
    this.name = 'QuestionFailure'
    this.failure = failure
  }
}

/** SQLite's codes of a file that cannot be read; those of statements are the question's. */
const OF_THE_FILE: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
}
const [NO_MEMORY, READONLY, TOO_LONG_VALUE] = [7, 8, 18]

/** Statements that no question is. What SQLite says of them first may be that it does not find what they would change. */
const STATEMENTS: Readonly<Record<string, Refusal>> = {
  ...Object.fromEntries(
    ['alter', 'analyze', 'create', 'delete', 'drop', 'insert', 'reindex', 'replace', 'update', 'vacuum'].map((word) => [
      word,
      'writes' as const,
    ]),
  ),
  attach: 'attach',
  detach: 'attach',
  pragma: 'pragma',
}

/** The statement that a text is, in capitals, where it is none that a question may be. */
function refusedStatement(sql: string): { reason: Refusal; detail: string } | null {
  for (const { kind, text } of tokensOf(sql)) {
    const word = text.toLowerCase()
    if (kind === 'end' || ['explain', 'query', 'plan'].includes(word)) continue
    const reason = Object.hasOwn(STATEMENTS, word) ? STATEMENTS[word] : undefined
    return reason === undefined ? null : { reason, detail: text.toUpperCase() }
  }
  return null
}

/** Characters of what is told of a failure: SQLite names what it does not know whole, and a name has room for the whole question. */
const MOST_SAID = 500
const short = (text: string) => (text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)}…` : text)

/** The failure, with no more in it than somebody reads. */
export function shortened(no: NoAnswer): NoAnswer {
  if ('said' in no) return { ...no, said: short(no.said) }
  return 'detail' in no ? { ...no, detail: short(no.detail) } : no
}

/** What SQLite said, as a failure of the question or of the book. @throws what is no error of SQLite */
export function failureOf(error: unknown, stage: Stage | null, sql: string): NoAnswer {
  if (error instanceof QuestionFailure) return error.failure
  const unbound = unboundIn(error)
  if (unbound !== null) return { code: 'QUESTION_REFUSED', reason: 'binding', detail: unbound }
  if (!isSqlite(error)) throw error
  // The name of the book's tables is nobody's business.
  const said = stage === null ? error.message : error.message.replaceAll(`${stage.book}.`, '')
  const code = error.errcode & 0xff
  const ofFile = OF_THE_FILE[code]
  if (ofFile !== undefined) return { sqlite: ofFile, said }
  if (code === NO_MEMORY) return { code: 'QUESTION_TOO_LARGE', what: 'memory' }
  if (code === TOO_LONG_VALUE) return { code: 'QUESTION_TOO_LARGE', what: 'value' }
  if (code === READONLY) return { code: 'QUESTION_REFUSED', reason: 'writes', detail: '' }
  const statement = refusedStatement(sql)
  if (statement) return { code: 'QUESTION_REFUSED', ...statement }
  const changed = /^cannot modify (\S+) /.exec(said)?.[1]
  if (changed !== undefined) return { code: 'QUESTION_REFUSED', reason: 'writes', detail: changed }
  const named = /^no such table: ((?:(?:main|temp)\.|sqlite_)\S+)$/i.exec(said)?.[1]
  if (named !== undefined) return { code: 'QUESTION_REFUSED', reason: 'private', detail: named }
  return { code: 'QUESTION_WRONG', said }
}

const isSqlite = (error: unknown): error is Error & { errcode: number } =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'

/** SQLite reads `:a(1)` as one parameter of that name, which nobody can give a value. The name that was given; null: it is another error. */
const unboundIn = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
    ? (/^Unknown named parameter '(.*)'/su.exec(error.message)?.[1] ?? null)
    : null
