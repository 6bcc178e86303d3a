import type { Rejected } from '../contract/records.ts'
import { ServiceError } from './errors.ts'
import { dataSlices } from './raw.ts'
import { toId } from './wire/fields.ts'
import type { RecordReader } from './wire/reader.ts'

/** One page of a list (docs/service.md, 'Pagination envelope'). */
export interface Page<T> {
  records: T[]
  /** Records that could not be understood, word for word; the rest of the page is whole. */
  rejected: Rejected[]
  /** The only field that says how to go on; null on the last page. */
  nextPage: number | null
  /** For progress only: the service's count may be wrong or missing. */
  totalPages: number | null
  currentPage: number | null
}

/** A single-object answer: `{data: {…}}`. `record` is null when the service has none, or when it was rejected. */
export interface Single<T> {
  record: T | null
  rejected: Rejected[]
}

/**
 * Reads a list page. Throws BAD_PAGE (retryable) for what is no envelope, and PAGE_LOOP when `next_page`
 * does not grow beyond `asked`, or the service says that this is a page from before it.
 */
export function readPage<T extends object>(body: string, asked: number, read: RecordReader<T>): Page<T> {
  const envelope = parseEnvelope(body)
  const data = envelope['data']
  if (!Array.isArray(data)) throw new ServiceError('BAD_PAGE', { reason: 'no list in data' })
  const nextPage = pageNumber(envelope['next_page'], 'next_page')
  const totalPages = progressNumber(envelope['total_pages'])
  const currentPage = progressNumber(envelope['current_page'])
  if (nextPage !== null && nextPage <= asked) throw new ServiceError('PAGE_LOOP', { page: asked, nextPage })
  if (currentPage !== null && currentPage < asked) throw new ServiceError('PAGE_LOOP', { page: asked, currentPage })
  // The key being absent (not null) while the service counts more pages is a damaged envelope, not an end.
  if (!('next_page' in envelope) && totalPages !== null && totalPages > asked) {
    throw new ServiceError('BAD_PAGE', { reason: 'no next_page' })
  }
  return { ...readRecords(body, data as unknown[], read), nextPage, totalPages, currentPage }
}

/** Reads a single-object answer. Throws BAD_PAGE when there is no `data` at all. */
export function readSingle<T extends object>(body: string, read: RecordReader<T>): Single<T> {
  const envelope = parseEnvelope(body)
  const data = envelope['data']
  if (data === undefined) throw new ServiceError('BAD_PAGE', { reason: 'no data' })
  if (data === null) return { record: null, rejected: [] }
  const rejected: Rejected[] = []
  const record = read(data, rejectInto(rejected))
  if (typeof record !== 'string') return { record, rejected }
  return { record: null, rejected: [...rejected, { reason: record, raw: printed(data) }] }
}

/**
 * Values of one answer: those of 1000 records with 2,000 entries, and their lists. A list takes 3 bytes of an answer and 50 and more of
 * memory: 60 MB of them would take gigabytes.
 */
const MOST_VALUES = 4_000_000

/** Whether there may be more values than that, by the marks that begin or part them. */
function hasTooManyValues(body: string): boolean {
  if (body.length < MOST_VALUES) return false
  let marks = 0
  for (let at = 0; at < body.length && marks <= MOST_VALUES; at++) {
    const code = body.charCodeAt(at)
    if (code === COMMA || code === LIST || code === OBJECT) marks++
  }
  return marks > MOST_VALUES
}
const [COMMA, LIST, OBJECT] = [0x2c, 0x5b, 0x7b]

/** The top-level object of an answer. Throws BAD_PAGE for anything else. */
export function parseEnvelope(body: string): Record<string, unknown> {
  if (hasTooManyValues(body)) throw new ServiceError('BAD_PAGE', { reason: 'too many values' })
  let parsed: unknown
  try {
    parsed = JSON.parse(body.charCodeAt(0) === 0xfeff ? body.slice(1) : body)
  } catch {
    throw new ServiceError('BAD_PAGE', { reason: 'not JSON', starts: snippet(body) })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ServiceError('BAD_PAGE', { reason: 'not an object', starts: snippet(body) })
  }
  return parsed as Record<string, unknown>
}

function readRecords<T extends object>(body: string, data: unknown[], read: RecordReader<T>) {
  const records: T[] = []
  const rejected: Rejected[] = []
  const reject = rejectInto(rejected)
  let slices: string[] | null = null
  for (let at = 0; at < data.length; at++) {
    const record = read(data[at], reject)
    if (typeof record === 'string') {
      slices ??= dataSlices(body)
      rejected.push({ reason: record, raw: slices[at] ?? printed(data[at]) })
    } else {
      records.push(record)
    }
  }
  return { records, rejected }
}

const rejectInto = (rejected: Rejected[]) => (reason: string, raw: unknown) => {
  rejected.push({ reason, raw: printed(raw) })
}

/** JSON text of a value; a value nested beyond what can be printed says so. */
function printed(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return '[nested too deeply to be printed]'
  }
}

function pageNumber(raw: unknown, name: string): number | null {
  if (raw === undefined || raw === null) return null
  const page = toId(raw)
  if (page === undefined) throw new ServiceError('BAD_PAGE', { reason: `${name} is no page number` })
  return page
}

/** Numbers that serve progress only may be anything; what is no number is unknown. */
function progressNumber(raw: unknown): number | null {
  return toId(raw) ?? null
}

/** The start of an answer that is not JSON, for the log: '<html>…' tells a captive portal from a broken service. */
function snippet(body: string): string {
  return body.slice(0, 60).replace(/\s+/g, ' ').trim()
}
