import type { LocationQuery, LocationQueryValue } from 'vue-router'
import { EVENT_ARCHIVES, type EventArchive, type Span } from '../../../../electron/contract/records.ts'
import { isDay } from '../../../../electron/contract/time/day.ts'
import { isMetered } from '../../../../electron/contract/time/span.ts'
import { messageOfKey } from '../../../parts/events/messages.ts'

/** What an address says of a log's filter. */
export interface EventFilterState {
  archives: EventArchive[]
  /** Keys of messages. */
  messages: string[]
  text: string
  span: Span | null
  /** A part of the strip, Unix ms; it goes before the days. */
  piece: { fromMs: number; toMs: number } | null
  desc: boolean
}

/** As many letters as the field and the contract take. */
const MOST_LETTERS = 200

type Value = LocationQueryValue | LocationQueryValue[] | undefined
const word = (value: Value) => (typeof value === 'string' && value !== '' ? value : null)
const all = (value: Value) => [value ?? []].flat().filter((one) => one !== null)

/**
 * Reads `archives`, `message` (once for each), `text`, `from` and `to` as days, `fromMs` and `toMs`, `order`. What does
 * not fit is left out: an address may come from anywhere.
 */
export function filterIn(query: LocationQuery): EventFilterState {
  const archives = word(query['archives'])?.split(',') ?? []
  const [from, to] = [word(query['from']), word(query['to'])]
  const [fromMs, toMs] = [momentOf(word(query['fromMs'])), momentOf(word(query['toMs']))]
  return {
    archives: EVENT_ARCHIVES.filter((archive) => archives.includes(archive)),
    messages: all(query['message']).filter((key) => messageOfKey(key) !== null),
    text: word(query['text'])?.slice(0, MOST_LETTERS) ?? '',
    span: from && to && isDay(from) && isDay(to) && from <= to ? { from, to } : null,
    piece: fromMs !== null && toMs !== null && fromMs <= toMs ? { fromMs, toMs } : null,
    desc: query['order'] !== 'oldest',
  }
}

/** A moment that an address names, as the log takes it; null for none. */
export function momentOf(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Number(text)
  return isMetered(ms) ? ms : null
}
