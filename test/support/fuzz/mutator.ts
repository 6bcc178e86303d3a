import { createHash } from 'node:crypto'
import { fractions } from '../child.ts'
import { dice, STAMP_ODDITIES, VALUE_ODDITIES, type Dice } from './oddities.ts'

/** Answers of the service changed by a seed, and which of their records were left as they were. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export interface Mutated {
  /** Text where it is no JSON any more. */
  body: unknown
  headers: Record<string, string>
  /** What was done, in order. */
  mutations: string[]
  /** Records of the page as the service had them; empty where the answer as a whole was spoilt. */
  sound: Json[]
  /** Records that were changed, as they were sent. */
  changed: Json[]
}

/** Makes dice that fall alike for the same seed and words, whatever was drawn before. */
export function diceOf(seed: number, ...words: (string | number)[]): Dice {
  const digest = createHash('sha256')
    .update([seed, ...words].join('\n'))
    .digest()
  return dice(fractions(digest.readUInt32LE()))
}

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const SHARE_OF_ENVELOPES = 0.03
const SHARE_OF_PAGES = 0.3
const STAMPS = /_time$|^expiry$/

/**
 * @param key the request, without what differs from attempt to attempt
 * @param attempt from 0: some answers are spoilt once only, so that asking again helps
 */
export function mutated(answer: unknown, { seed, key, attempt }: { seed: number; key: string; attempt: number }): Mutated {
  const own = diceOf(seed, key)
  const body = JSON.parse(JSON.stringify(answer)) as JsonObject
  const whole = Array.isArray(body['data']) ? [...body['data']] : []
  if (own.chance(SHARE_OF_ENVELOPES)) {
    const once = own.chance(0.7)
    const name = own.among(Object.keys(ENVELOPES))
    if (!once || attempt === 0) {
      const spoilt = ENVELOPES[name]?.(body, own)
      return {
        body: spoilt?.body ?? body,
        headers: spoilt?.headers ?? {},
        mutations: [`${name}${once ? ' (once)' : ''}`],
        sound: [],
        changed: whole,
      }
    }
  }
  const mutations: string[] = []
  const changed: Json[] = []
  if (!own.chance(SHARE_OF_PAGES)) return { body, headers: {}, mutations, sound: whole, changed }
  if (isObject(body['data'])) {
    mutations.push(oddValue(body['data'], own))
    return { body, headers: {}, mutations, sound: [], changed }
  }
  const rows = body['data']
  if (!Array.isArray(rows) || rows.length === 0) return { body, headers: {}, mutations, sound: whole, changed }
  const touched = new Set<Json>()
  if (own.chance(0.15)) mutations.push(habit(rows, own, touched))
  else for (let count = 1 + own.below(3); count > 0; count--) mutations.push(ofRecords(rows, own, touched))
  if (own.chance(0.1)) {
    body['x_new'] = { revision: [2] }
    mutations.push('new field of the page')
  }
  return {
    body,
    headers: {},
    mutations,
    sound: rows.filter((row) => !touched.has(row)),
    changed: rows.filter((row) => touched.has(row)),
  }
}

/** One record, or the list of them. */
function ofRecords(rows: Json[], own: Dice, touched: Set<Json>): string {
  const at = own.below(rows.length)
  const row = rows[at] as Json
  const what = own.fraction()
  if (what < 0.65 && isObject(row)) {
    touched.add(row)
    return `record ${at}: ${oddValue(row, own)}`
  }
  if (what < 0.72) {
    // One object sent twice: both are sound.
    rows.splice(own.below(rows.length + 1), 0, row)
    return `record ${at}: comes twice`
  }
  if (what < 0.8 && isObject(row)) {
    const other = JSON.parse(JSON.stringify(row)) as JsonObject
    touched.add(other)
    touched.add(row)
    rows.splice(own.below(rows.length + 1), 0, other)
    return `record ${at}: comes twice, once with ${oddValue(other, own)}`
  }
  if (what < 0.9) {
    rows.reverse()
    return 'records in another order'
  }
  const junk = own.among<Json>([null, 42, 'junk', [], {}, [[]], 'x'.repeat(1_000_000)])
  const fresh: Json = isObject(junk) || Array.isArray(junk) ? junk : { junk }
  // Values that are no objects cannot be told from others of the page, so they go in a new list.
  touched.add(fresh)
  rows.splice(at, 0, fresh)
  return `before record ${at}: no record`
}

/** Changes one field in every record, as a device does that is set so. */
function habit(rows: Json[], own: Dice, touched: Set<Json>): string {
  const first = rows.find(isObject)
  if (!first) return 'nothing'
  const name = own.among(Object.keys(first))
  const seed = own.below(1e9)
  let what = ''
  for (const row of rows) {
    if (!isObject(row)) continue
    touched.add(row)
    // Megabytes in each record of a thousand are more than an answer may have.
    what = oddField(row, name, dice(fractions(seed)), new Set(['a megabyte', 'deeply nested']))
  }
  return `every record: ${what}`
}

function oddValue(row: JsonObject, own: Dice): string {
  const names = Object.keys(row)
  if (names.length === 0) return 'nothing'
  const name = own.among(names)
  if (own.chance(0.08)) {
    delete row[name]
    return `${name} is missing`
  }
  if (own.chance(0.05)) {
    row[own.among(['x', '__x', 'id2', 'я', ''])] = { of: [1, null] }
    return 'a new field'
  }
  return oddField(row, name, own)
}

function oddField(row: JsonObject, name: string, own: Dice, except: ReadonlySet<string> = new Set()): string {
  const was = row[name]
  if (Array.isArray(was) && was.every(isObject) && was.length > 0 && own.chance(0.8)) {
    const at = own.below(was.length)
    return `${name}[${at}].${entryChanged(was, at, own, except)}`
  }
  const table = STAMPS.test(name) && own.chance(0.8) ? STAMP_ODDITIES : VALUE_ODDITIES
  const kind = own.among(Object.keys(table).filter((one) => !except.has(one)))
  row[name] = table[kind]?.(was, own) as Json
  return `${name}: ${kind}`
}

/** Entries of `channel_data`, or branches of a provider. */
function entryChanged(entries: JsonObject[], at: number, own: Dice, except: ReadonlySet<string>): string {
  const entry = entries[at] as JsonObject
  const [name = 'x'] = Object.keys(entry)
  if (own.chance(0.15)) {
    entries.splice(at, 1)
    return `${name} is missing`
  }
  if (own.chance(0.15)) {
    entries.push({
      [own.among(['Xnew', '__proto__', 'я', 'a'.repeat(300), 'P', 'T', 'Vwork'])]: own.among<Json>([1, '2', null]),
    })
    return 'another entry'
  }
  const kind = own.among(Object.keys(VALUE_ODDITIES).filter((one) => !except.has(one)))
  entry[name] = VALUE_ODDITIES[kind]?.(entry[name], own) as Json
  return `${name}: ${kind}`
}

type Envelope = (body: JsonObject, own: Dice) => { body: unknown; headers?: Record<string, string> }

/** Mutations of the answer as a whole. */
const ENVELOPES: Readonly<Record<string, Envelope>> = {
  'cut off': (body, own) => {
    const text = JSON.stringify(body)
    return { body: text.slice(0, own.below(text.length)) || ' ' }
  },
  'no JSON number': (body) => ({ body: JSON.stringify(body).replace(/:(-?\d+(\.\d+)?)/, ':NaN') }),
  'a number beyond all': (body) => ({ body: JSON.stringify(body).replace(/:(-?\d+(\.\d+)?)/, ':1e999') }),
  'text/html': (body) => ({ body, headers: { 'content-type': 'text/html' } }),
  'an odd charset': (body) => ({ body, headers: { 'content-type': 'application/json; charset=utf-16le' } }),
  'a page of the network': () => ({ body: '<html><body>Sign in</body></html>', headers: { 'content-type': 'text/html' } }),
  'no data': ({ data: _, ...rest }) => ({ body: rest }),
  'empty list': (body) => ({ body: { ...body, data: [] } }),
  'data of another kind': (body, own) => ({ body: { ...body, data: own.among<Json>([null, {}, 'x', 7, [[]], { 0: {} }]) } }),
  'a list alone': (body) => ({ body: body['data'] ?? [] }),
  next_page: (body, own) => ({ body: { ...body, next_page: own.among<Json>([0, -1, 1, '2', 'x', 1e9, {}, null, 1.5, 2 ** 60]) } }),
  total_pages: (body, own) => ({ body: { ...body, total_pages: own.among<Json>([0, -1, '7', null, 1e18, []]) } }),
  current_page: (body, own) => ({ body: { ...body, current_page: own.among<Json>([0, 99, 'x', null, {}]) } }),
  'thousands of brackets': () => ({ body: '['.repeat(100_000) + ']'.repeat(100_000) }),
  'nothing at all': () => ({ body: ' ' }),
}
