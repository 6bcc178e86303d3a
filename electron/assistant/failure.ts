import type { Failure } from '../contract/common.ts'
import { allVisible } from './told.ts'
import { NOTICE } from './tool.ts'

/** What went wrong, as an assistant is told it. */

export interface FailureParts {
  withPersonal: boolean
  failureOf: (error: unknown) => Failure
  sentenceOf: (failure: Failure) => string
  /** Says something to whoever started the program, and not to the assistant. */
  note: (text: string) => void
}

/** A failure with its sentence, beside what its texts are. `field`: of the question, which it is about. */
export function toldFailure(error: unknown, input: unknown, { withPersonal, failureOf, sentenceOf, note }: FailureParts) {
  const { code, data } = failureOf(error)
  const { message, ...rest } = data
  // Of what nobody foresaw nobody knows what it says.
  if (message !== undefined) note(String(message))
  const failure = { code, data: 'file' in rest && !withPersonal ? withoutPlaces(rest) : rest }
  const sentence = SENTENCES[code]?.(failure.data) ?? sentenceOf(failure)
  return { notice: NOTICE as typeof NOTICE, error: allVisible({ ...failure, field: fieldOf(failure, input), sentence }) }
}

/** A book is called after its account, which says something of people; and what the system says of it may name it as well. */
function withoutPlaces(data: Failure['data']): Failure['data'] {
  const facts = Object.entries(data).filter(([, fact]) => typeof fact !== 'string' || !/[/\\]/u.test(fact))
  return { ...Object.fromEntries(facts), file: '--book FILE' }
}

/** Of failures whose usual sentence advises options of the command line. */
const SENTENCES: Readonly<Record<string, (data: Failure['data']) => string>> = {
  QUESTION_TOO_LONG: ({ seconds }) =>
    `The question had no answer${seconds === undefined ? '' : ` after ${String(seconds)} s`} and was stopped. Nothing was changed. Ask for fewer days or stations, or allow it more in the field seconds.`,
  QUESTION_TOO_LARGE: ({ mb, reason }) =>
    reason === 'value'
      ? 'The question made a single value longer than 16 MB and was stopped. Nothing was changed. Ask for shorter values.'
      : `The question wanted more memory than ${mb === undefined ? '' : `the ${String(mb)} MB that `}it may have and was stopped. Nothing was changed. Ask for fewer rows or shorter values, or sort less.`,
  QUESTION_BROKEN: () =>
    'The process that answers questions has ended without an answer. Nothing was changed. Ask again; if it stays, ask for less at once.',
}

/** The field of the question that the failure is about; null: none alone. */
function fieldOf({ code }: Failure, input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null
  const field = FIELDS[code]?.find((name) => name in input)
  return field ?? null
}
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  NO_SUCH_STATION: ['stationIds', 'stationId'],
  NOT_IN_BOOK: ['archiveType'],
  UNKNOWN_ARCHIVE: ['archiveType'],
  QUESTION_REFUSED: ['sql'],
  QUESTION_WRONG: ['sql'],
}
