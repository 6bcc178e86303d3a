import type { QuestionValue } from './question-words.ts'
import { isDay } from './time/day.ts'
import { gasDaySpan, type GasClock } from './time/gas-day.ts'

/** Parameters in a question's text, and what is typed for them as values: for the window, the command line and the child. Free of zod. */

/** A piece of SQL as SQLite cuts it, without blanks and comments. */
interface Token {
  kind: 'word' | 'quoted' | 'parameter' | 'end' | 'other'
  text: string
}

const ID = String.raw`[\w$\u0080-\uffff]`
/** Blanks, comments, strings and quoted names (unfinished ones go to the end), parameters, words and numbers, `;`, anything else. */
const TOKENS = new RegExp(
  [
    String.raw`(?<blank>[ \t\n\f\r]+|--[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|$))`,
    String.raw`(?<quoted>'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|${'`'}(?:[^${'`'}]|${'``'})*(?:${'`'}|$)|\[[^\]]*(?:\]|$))`,
    String.raw`(?<parameter>\?\d*|[:@$#](?:::|${ID})+)`,
    `(?<word>${ID}+)`,
    '(?<end>;)',
    String.raw`(?<other>[\s\S])`,
  ].join('|'),
  'gu',
)

/** The tokens of a text. */
export function* tokensOf(sql: string): Generator<Token> {
  for (const { groups = {}, 0: text } of sql.matchAll(TOKENS)) {
    const kind = (['quoted', 'parameter', 'word', 'end', 'other'] as const).find((name) => groups[name] !== undefined)
    if (kind !== undefined) yield { kind, text }
  }
}

/** Whether anything is there but blanks, comments and semicolons. */
export function saysSomething(sql: string): boolean {
  for (const { kind } of tokensOf(sql)) if (kind !== 'end') return true
  return false
}

/** All parameters as they are written (`:from`, `?1`, `@x`), each once, in their order. */
export function parametersIn(sql: string): string[] {
  const found = new Set<string>()
  for (const { kind, text } of tokensOf(sql)) if (kind === 'parameter') found.add(text)
  return [...found]
}

/** The names of `:name`, without the colon, each once, in their order. Other kinds of parameters are refused when it is asked. */
export const namesOf = (sql: string): string[] =>
  parametersIn(sql)
    .filter((text) => text.startsWith(':'))
    .map((text) => text.slice(1))

/** Under which name a parameter's value is typed: the days of `:from` and `:to` are typed once, also where a question names them as days. */
export const typedName = (name: string): string => (name === 'from_day' ? 'from' : name === 'to_day' ? 'to' : name)

/** A number as people and programs write it, whose text loses nothing: `007` and `+7` are texts. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/

/**
 * The value of what was typed for a parameter. `:from` and `:to` are days: the beginning of the gas day, and its end, which is the
 * beginning of the next one, both in Unix seconds. A record is stamped with the end of what it covers, so that
 * `event_time > :from AND event_time <= :to` are the records of both days and of all between. `:from_day` and `:to_day` are the names
 * of these days, for columns of gas days. A number stays a number, anything else is a text. Undefined: no day where one is asked for.
 */
export function valueOf(name: string, typed: string, gas: GasClock): QuestionValue | undefined {
  const text = typed.trim()
  if ((name === 'from' || name === 'to') && !NUMBER.test(text)) {
    if (!isDay(text)) return undefined
    const { fromMs, toMs } = gasDaySpan(text, text, gas)
    return (name === 'from' ? fromMs : toMs) / 1000
  }
  if (name === 'from_day' || name === 'to_day') return isDay(text) ? text : undefined
  return NUMBER.test(text) ? Number(text) : typed
}
