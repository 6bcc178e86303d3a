import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { oldAndNew } from './change-events.ts'
import type { EventContent, StationData } from '../../kernel/data.ts'
import { serialChanges } from '../facts/disturbances.ts'
import { numberIn } from './values.ts'

/** Exchanges of the meter or the device, as its log and its settings tell them. */

export interface Exchange {
  /** Unix ms of the message; of one that only the settings tell, the moment by which it had happened. */
  atMs: number
  /** Where no message names the moment: it happened after this one. */
  sinceMs: number | null
  /** Null where the settings before or after it do not name one. */
  serialBefore: string | null
  serialAfter: string | null
  /** The counter as the message tells it, in the device's unit; null where it does not. */
  counterBefore: number | null
  counterAfter: number | null
}

/** A message of the exchange and one of the new counter's first value are one exchange. */
const TOGETHER_MS = HOUR_MS
/** Settings are read at a session: as far from the message as that another serial number still belongs to it. */
export const SERIAL_MS = DAY_MS

/** All of them, by time. */
export function exchangesOf(data: StationData): Exchange[] {
  const serials = serialChanges(data)
  const told = new Set<(typeof serials)[number]>()
  const exchanges: Exchange[] = []
  for (const { atMs, content } of messages(data)) {
    const { before, after } = countersIn(content)
    const last = exchanges.at(-1)
    if (last && atMs - last.atMs <= TOGETHER_MS) {
      last.counterBefore ??= before
      last.counterAfter ??= after
      continue
    }
    const own = serials.filter(({ fromMs, toMs }) => fromMs <= atMs + SERIAL_MS && toMs >= atMs - SERIAL_MS)
    for (const one of own) told.add(one)
    const serial = own[0]?.evidence
    exchanges.push({
      atMs,
      sinceMs: null,
      serialBefore: serial?.before ?? null,
      serialAfter: serial?.after ?? null,
      counterBefore: before,
      counterAfter: after,
    })
  }
  // Two serial numbers of one reading of the settings are one exchange.
  const alone = new Map(serials.filter((one) => !told.has(one)).map((one) => [one.toMs, one]))
  for (const { fromMs, toMs, evidence } of alone.values())
    exchanges.push({
      atMs: toMs,
      sinceMs: fromMs,
      serialBefore: evidence.before,
      serialAfter: evidence.after,
      counterBefore: null,
      counterAfter: null,
    })
  return exchanges.sort((a, b) => a.atMs - b.atMs)
}

function messages({ events }: StationData): { atMs: number; content: EventContent }[] {
  return Object.values(events)
    .flatMap(({ atMs, content, contents }) =>
      Array.from(content, (place, at) => ({ atMs: atMs[at] as number, content: contents[place] as EventContent })).filter(
        (one) => one.content.meaning.role === 'meterExchanged',
      ),
    )
    .sort((a, b) => a.atMs - b.atMs)
}

/** A message that names one value alone names the new counter's. */
function countersIn(content: EventContent): { before: number | null; after: number | null } {
  const { before, after } = oldAndNew(content)
  const number = (text: string | null) => {
    const value = text === null ? Number.NaN : numberIn(text)
    return Number.isNaN(value) ? null : value
  }
  return { before: number(before), after: number(after) }
}
