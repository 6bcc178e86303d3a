import type { LocationQuery } from 'vue-router'

/** How a value stands in the query of an address; a name without words is left out. */
type Written = Record<string, string | string[] | undefined>

/**
 * One value that an address keeps. An address may come from anywhere: `read` answers to a damaged one with what is usual,
 * and never throws. What is usual is not written.
 */
export interface Field<Value> {
  /** The names of the query that it takes; where they are not given, the name under which it stands in its address. */
  names?: readonly string[]
  read(query: LocationQuery, name: string): Value
  write(value: Value, name: string): Written
}
export type Fields = Readonly<Record<string, Field<unknown>>>
export type Values<Of extends Fields> = {
  -readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never
}

/** All that an address keeps. */
export interface Address<State> {
  /** The names of the query that it takes. */
  names: readonly string[]
  read(query: LocationQuery): State
  write(state: State): Record<string, string | string[]>
}

/** The address that keeps these values. */
export function addressOf<Of extends Fields>(fields: Of): Address<Values<Of>> {
  const all = Object.entries(fields)
  return {
    names: all.flatMap(([name, field]) => field.names ?? [name]),
    read: (query) => Object.fromEntries(all.map(([name, field]) => [name, field.read(query, name)])) as Values<Of>,
    write(values) {
      const written = all.flatMap(([name, field]) => Object.entries(field.write(values[name], name)))
      return Object.fromEntries(written.flatMap(([name, said]) => (said === undefined ? [] : [[name, said]])))
    },
  }
}

/** The word that a query has under a name; empty where it has none, or several. */
export function wordIn(query: LocationQuery, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}
/** All words that a query has under a name. */
export const wordsIn = (query: LocationQuery, name: string): string[] => [query[name] ?? []].flat().filter((one) => one !== null)

/** A value in one word; an empty word is not written. */
export const inWord = <Value>(read: (word: string) => Value, write: (value: Value) => string): Field<Value> => ({
  read: (query, name) => read(wordIn(query, name)),
  write: (value, name) => ({ [name]: write(value) || undefined }),
})

/** The field under another name of the query than the one under which it stands. */
export const named = <Value>(name: string, field: Field<Value>): Field<Value> => ({
  names: [name],
  read: (query) => field.read(query, name),
  write: (value) => field.write(value, name),
})

/** Several values that are kept as one. */
export function together<Of extends Fields>(fields: Of): Field<Values<Of>> {
  const { names, read, write } = addressOf(fields)
  return { names, read: (query) => read(query), write: (values) => write(values) }
}

/** A text as it was typed. As many letters as the fields and the contract take. */
export const text = (most = 200): Field<string> => inWord((word) => word.slice(0, most), String)

/** Any word; null: none. */
export const word: Field<string | null> = inWord(
  (said) => said || null,
  (value) => value ?? '',
)

/** A word of a list; the usual one where the address says none of them. */
export const oneOf = <One extends string, Usual extends string | null>(list: readonly One[], usual: Usual): Field<One | Usual> =>
  inWord(
    (said): One | Usual => list.find((one) => one === said) ?? usual,
    (value) => (value === usual ? '' : (value ?? '')),
  )

/** True where the address says this word. */
export const flag = (said: string): Field<boolean> =>
  inWord(
    (one) => one === said,
    (value) => (value ? said : ''),
  )

/**
 * A whole number between two bounds, both included; the usual one where the address says none of them.
 * @param above what is meant by more than the upper bound
 */
export const number = <Usual extends number | null>(
  usual: Usual,
  least: number,
  most: number,
  above: number | Usual = usual,
): Field<number | Usual> =>
  inWord(
    (said): number | Usual => {
      const value = wholeIn(said, least)
      if (value === null) return usual
      return value > most ? above : value
    },
    (value) => (value === usual ? '' : String(value)),
  )

/** The key of a record of the service; null: none. */
export const id: Field<number | null> = inWord(
  (said) => wholeIn(said, 1),
  (value) => String(value ?? ''),
)

/** Whole numbers with commas between, each once, at most so many. */
export const numbers = (least: number, most = Infinity): Field<readonly number[]> =>
  inWord(
    (said) => [...new Set(said.split(',').flatMap((one) => wholeIn(one, least) ?? []))].slice(0, most),
    (value) => value.join(','),
  )
/** Keys of records of the service. */
export const ids = numbers(1) as Field<number[]>

/** Some of a list, with commas between, in the order of the list. */
export const listOf = <One extends string | number>(list: readonly One[]): Field<One[]> =>
  inWord(
    (said) => {
      const words = said.split(',')
      return list.filter((one) => words.includes(String(one)))
    },
    (value) => list.filter((one) => value.includes(one)).join(','),
  )

/** Words of a user's own, said once for each; those that do not fit are left out. */
export const each = (fits: (said: string) => boolean, most = Infinity): Field<string[]> => ({
  read: (query, name) => wordsIn(query, name).filter(fits).slice(0, most),
  write: (value, name) => ({ [name]: value.length > 0 ? [...value] : undefined }),
})

/** The order of a list; `-` before the column: the highest or the latest first. */
export function order<By extends string>(keys: readonly By[], usual: { by: By; desc: boolean }): Field<{ by: By; desc: boolean }> {
  const said = ({ by, desc }: { by: By; desc: boolean }) => (desc ? `-${by}` : by)
  return inWord(
    (one) => {
      const by = keys.find((key) => key === one.replace(/^-/, ''))
      return by === undefined ? usual : { by, desc: one.startsWith('-') }
    },
    (value) => (said(value) === said(usual) ? '' : said(value)),
  )
}

function wholeIn(said: string, least: number): number | null {
  const value = said === '' ? Number.NaN : Number(said)
  return Number.isSafeInteger(value) && value >= least ? value : null
}
