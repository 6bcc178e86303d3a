import { parseDay } from './world/time.ts'

/** A parameter that cannot be understood: answered with 422. */
export class BadParameter extends Error {}

/** A request body that is no JSON object: answered with 400. */
export class BadBody extends Error {}

/**
 * Parameters of one request ('What the service does', rule 5): the query string first, then the same names from a JSON
 * body, which GET requests may carry too.
 */
export class Parameters {
  readonly #query: Readonly<Record<string, string>>
  readonly #body: Readonly<Record<string, unknown>>

  constructor(query: Readonly<Record<string, string>>, body: Readonly<Record<string, unknown>>) {
    this.#query = query
    this.#body = body
  }

  /** The text of a parameter; undefined where it is absent, null or blank. */
  text(name: string): string | undefined {
    const value = this.#query[name] ?? this.#body[name]
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw new BadParameter(`${name} is invalid`)
  }

  /** A whole number ≥ 0. */
  integer(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!/^\d{1,15}$/.test(text)) throw new BadParameter(`${name} is not an integer`)
    return Number(text)
  }

  required(name: string): string {
    const text = this.text(name)
    if (text === undefined) throw new BadParameter(`${name} can't be blank`)
    return text
  }

  requiredInteger(name: string): number {
    this.required(name)
    return this.integer(name) as number
  }

  /** `fp_start` and `fp_end`, each a day of the calendar, in order. */
  span(): { from: string | undefined; to: string | undefined } {
    const from = this.#day('fp_start')
    const to = this.#day('fp_end')
    if (from !== undefined && to !== undefined && from > to) throw new BadParameter('fp_start is after fp_end')
    return { from, to }
  }

  /** Everything asked for but the page: names one list. */
  listKey(): string {
    const { page: _page, ...rest } = { ...this.#body, ...this.#query }
    return JSON.stringify(rest)
  }

  #day(name: string): string | undefined {
    const text = this.text(name)
    if (text !== undefined && parseDay(text) === undefined) throw new BadParameter(`${name} is not a date (yyyy-mm-dd)`)
    return text
  }
}

/** Reads the body of a request. An empty one has no parameters. */
export function parseBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BadBody('the body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadBody('the body is not an object')
  return { ...value }
}
