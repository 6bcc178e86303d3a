import { codesOf, type CodeFacts } from './known-codes.ts'
import { knownWordsOf } from './known-words.ts'
import { framesOf, isFrames } from './stack-frames.ts'

/**
 * What of a line's facts may stand in the log: the one owner of that. It is a list of what is allowed, not of what is
 * forbidden: numbers, yes and no, codes of the program's own enums, versions, short hashes, and of errors the known words and
 * the places in the program's own code. Everything else is `[removed]`, whoever wrote it and whatever it was.
 */
export type Fact = string | number | boolean | null
/** A fact that is a code of an enum can be no other word: what would be removed does not compile. */
export type LogFacts = Readonly<Record<string, Fact>> & CodeFacts

export const REMOVED = '[removed]'

const CODE = /^[A-Z][A-Z0-9]{0,30}(_[A-Z0-9]{1,20}){0,6}$/
const KEBAB = /^[a-z][a-z0-9]{0,20}(-[a-z0-9]{1,20}){0,5}$/
const VERSION = /^v?\d{1,4}(\.\d{1,6}){1,3}([-+][a-zA-Z0-9.-]{1,24})?$/
/** `shortHash` makes eight digits. */
const HASH = /^[0-9a-f]{8}$/
const PROCEDURE = /^[a-z][A-Za-z]{0,30}(\.[a-z][A-Za-z]{0,30}){1,2}$/
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{3})?Z)?$/

/** Names under which nothing is a code. Counts and sizes, which are numbers, may be called so. */
const OF_PEOPLE = /name|mail|path|folder|url|address|user|account|title|note|author|station$|consumer$/i
/** Names under which nothing at all is written, a number neither. */
const SECRET = /^(inn|kpp|phone|uid|client|pin)$|password|passphrase|token|secret|credential|(vault|private|session)_?key/i
const NAME = /^[a-z][A-Za-z0-9]{0,30}$/
const MOST_FACTS = 30
const placesOf = (text: string) => (isFrames(text) ? text : framesOf(text))

/** Codes in small letters are none of these: a person's name or a password in small letters has the same form. */
const isShaped = (text: string) => [CODE, VERSION, HASH, MOMENT].some((shape) => shape.test(text))

/** Facts whose texts have a form of their own. What is safe stays as it is: a line that is read is made safe again. */
const FORMS: Record<string, (text: string) => string> = {
  message: knownWordsOf,
  stack: placesOf,
  causeStack: placesOf,
  procedure: (text) => (PROCEDURE.test(text) ? text : REMOVED),
  error: (text) => (ERROR_NAMES.has(text) ? text : 'Error'),
}

function safe(name: string, value: unknown): Fact {
  if (value === null || typeof value === 'boolean') return value
  if (SECRET.test(name)) return REMOVED
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return REMOVED
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined
  if (form) return form(value)
  const isAllowed = codesOf(name)?.includes(value) ?? (!OF_PEOPLE.test(name) && isShaped(value))
  return isAllowed ? value : REMOVED
}

/** The facts as they may be written. A name that is no plain word is left out with its fact. */
export function safeFacts(facts: Readonly<Record<string, unknown>>): Record<string, Fact> {
  const named = Object.entries(facts).filter(([name]) => NAME.test(name))
  return Object.fromEntries(named.slice(0, MOST_FACTS).map(([name, value]) => [name, safe(name, value)]))
}

/** A code of the program or the service, for files that are given away; else `[removed]`. */
export const safeCode = (text: string): string => (isShaped(text) || /^[a-z]{1,20}(_[a-z]{1,20}){0,3}$/.test(text) ? text : REMOVED)

/** What happened, in kebab case; else `unnamed`. */
export const safeWhat = (what: unknown): string => (typeof what === 'string' && KEBAB.test(what) ? what : 'unnamed')

/** Classes of errors that are told by their name. */
const ERROR_NAMES: ReadonlySet<string> = new Set([
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError', 'AbortError'],
  ...['MeterbookError', 'ServiceError', 'BookError', 'SqliteError', 'ORPCError', 'ZodError', 'ValidationError', 'CommanderError'],
  ...['TimeoutError', 'DataCloneError', 'AssertionError', 'SystemError', 'SocketError', 'UsageError', 'QuotaExceededError'],
])
