import { parseDay } from './world/time.ts'
import { refusal, type DemoAnswer, type DemoRequest } from './exchange.ts'
import type { FaultSwitches } from './faults.ts'
import { isListPath } from './routes.ts'

/** Names that the faults add; tests that compare with the truth leave them out. */
export const UNKNOWN_FIELD = 'x_demo_revision'
export const UNKNOWN_CHANNEL = 'Xdemo'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** Records that no client can understand. */
const GARBAGE: readonly Json[] = [null, 42, 'garbage', [], {}, { event_time: 'yesterday', channel_data: 7 }, { id: {}, name: null }]

/** The refusal of a span that is longer than the `longSpans` fault allows. An open span counts as endless. */
export function refusedSpan(request: DemoRequest, faults: FaultSwitches): DemoAnswer | undefined {
  if (!request.path.endsWith('/channel_data') && !request.path.endsWith('/seances')) return undefined
  const limit = faults.active.longSpans
  if (!limit || spanDays(request) <= limit.days) return undefined
  const fired = faults.fires('longSpans', request)
  return fired && refusal(fired.status ?? 422, `The interval is too long: at most ${fired.days} days`)
}

function spanDays({ parameters }: DemoRequest): number {
  if (parameters.text('archive_type') === 'settings') return 0
  const from = parseDay(parameters.text('fp_start') ?? '')
  const to = parseDay(parameters.text('fp_end') ?? '')
  return from === undefined || to === undefined ? Number.POSITIVE_INFINITY : to - from + 1
}

/** All faults that change what an answer says. The truth stays readable in it, unless the envelope itself is wrong. */
export function garbled(answer: DemoAnswer, request: DemoRequest, faults: FaultSwitches): DemoAnswer {
  if (answer.status !== 200 || Object.keys(faults.active).length === 0) return answer
  const path = request.path.replace('/api/v1', '')
  const changes: ((body: JsonObject) => void)[] = []
  const on = (fired: object | undefined, change: (body: JsonObject) => void): void => {
    if (fired) changes.push(change)
  }
  on(faults.fires('unknownFields', request), addFields)
  if (isListPath(path)) {
    on(path === '/channel_data' ? faults.fires('unknownChannels', request) : undefined, addChannels)
    const next = faults.fires('nextPage', request)
    on(next, (body) => spoilNextPage(body, next?.mode ?? 'loop'))
    const total = faults.fires('totalPages', request)
    on(total, (body) => {
      body.total_pages = total?.mode === 'null' ? null : Number(body.total_pages) * 3 + 7
    })
  }
  on(faults.fires('idsAsStrings', request), (body) => mapNumbers(body, (key) => key === 'id' || key.endsWith('_id')))
  on(faults.fires('otherTypes', request), changeTypes)
  if (isListPath(path)) on(faults.fires('garbageRecords', request), (body) => addGarbage(body, faults))
  if (changes.length === 0) return answer
  const body = JSON.parse(JSON.stringify(answer.body)) as JsonObject
  for (const change of changes) change(body)
  return { ...answer, body }
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

function records(body: JsonObject): JsonObject[] {
  const { data } = body
  return Array.isArray(data) ? data.filter(isObject) : isObject(data) ? [data] : []
}

function addFields(body: JsonObject): void {
  body.meta = { revision: 2 }
  for (const record of records(body)) record[UNKNOWN_FIELD] = { revision: 2, notes: ['new'] }
}

/** Only to readings: an event's entries are what it is known by. */
function addChannels(body: JsonObject): void {
  for (const record of records(body)) {
    const entries = record.channel_data
    if (Array.isArray(entries) && !entries.some((entry) => isObject(entry) && 'Code' in entry)) {
      entries.push({ [UNKNOWN_CHANNEL]: 1.25 })
    }
  }
}

function spoilNextPage(body: JsonObject, mode: 'loop' | 'back'): void {
  const page = Number(body.current_page)
  body.next_page = mode === 'loop' ? page : Math.max(1, page - 1)
}

function mapNumbers(value: Json, matches: (key: string) => boolean): void {
  if (Array.isArray(value)) for (const item of value) mapNumbers(item, matches)
  else if (isObject(value)) {
    for (const [key, held] of Object.entries(value)) {
      if (typeof held === 'number' && matches(key)) value[key] = String(held)
      else mapNumbers(held, matches)
    }
  }
}

/**
 * Numbers become strings everywhere; channel values that are numbers in strings become numbers. Events keep their
 * entries ('017' is no number), and so does every other text.
 */
function changeTypes(body: JsonObject): void {
  const values: { entry: JsonObject; code: string; value: Json }[] = []
  for (const record of records(body)) {
    for (const entry of Array.isArray(record.channel_data) ? record.channel_data.filter(isObject) : []) {
      if (isEvent(record)) continue
      for (const [code, value] of Object.entries(entry)) {
        if (typeof value === 'string' && String(Number(value)) === value) values.push({ entry, code, value: Number(value) })
      }
    }
  }
  mapNumbers(body, () => true)
  for (const { entry, code, value } of values) entry[code] = value
}

const isEvent = (record: JsonObject): boolean =>
  Array.isArray(record.channel_data) && record.channel_data.some((entry) => isObject(entry) && 'Code' in entry)

function addGarbage(body: JsonObject, faults: FaultSwitches): void {
  if (!Array.isArray(body.data)) return
  const count = 1 + Math.floor(faults.draw() * 3)
  for (let i = 0; i < count; i++) {
    const garbage = GARBAGE[Math.floor(faults.draw() * GARBAGE.length)] as Json
    body.data.splice(Math.floor(faults.draw() * (body.data.length + 1)), 0, garbage)
  }
}
