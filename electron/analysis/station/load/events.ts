import type { Book } from '../../../book/index.ts'
import type { DeviceEvents } from '../../../book/archives/device-events.ts'
import type { Said } from '../../../book/archives/event-rows.ts'
import { EVENT_ARCHIVES, type EventArchive, type Message, type Verbatim } from '../../../contract/records.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import type { EventColumns, EventContent } from '../../kernel/data.ts'
import type { OwnDevice } from '../own-device.ts'
import type { Meanings } from '../meaning/of-type.ts'

/** The events of one device, with what they mean. */

/** The entries that have a field of their own. */
const NAMED: ReadonlySet<string> = new Set(['Code', 'CodeDescription', 'ValCode', 'Izm'])

export function deviceEvents(
  book: Book,
  { device, typeId, meanings }: { device: OwnDevice; typeId: number | null; meanings: Meanings },
): Partial<Record<EventArchive, EventColumns>> {
  if (device.equipmentId === null) return {}
  const read = book.events.ofDevice(device.equipmentId, device.time)
  const found: Partial<Record<EventArchive, EventColumns>> = {}
  for (const archiveType of EVENT_ARCHIVES) {
    const events = read[archiveType]
    if (!events) continue
    const asked = askedOf(book, device, archiveType)
    const columns = understood(book, { archiveType, typeId, meanings }, events)
    found[archiveType] = asked.length > 0 ? { ...columns, asked } : columns
  }
  return found
}

const ANSWERED: readonly string[] = ['fetched', 'empty', 'partial']

/** The times of an archive that were asked for and answered; of a day that was not over, until then. */
export function askedOf(book: Book, { equipmentId, time }: OwnDevice, archiveType: EventArchive): TimeSpan[] {
  const spans: TimeSpan[] = []
  if (equipmentId === null) return spans
  for (const { from, to, state, fetchedAtMs } of book.coverage.allRuns({ equipmentId, archiveType, view: 'general', time })) {
    if (!ANSWERED.includes(state)) continue
    const span = { fromMs: from * DAY_MS, toMs: Math.min((to + 1) * DAY_MS, Math.max(fetchedAtMs, from * DAY_MS)) }
    const last = spans.at(-1)
    if (last?.toMs === span.fromMs) last.toMs = span.toMs
    else spans.push(span)
  }
  return spans
}

interface Place {
  archiveType: EventArchive
  typeId: number | null
  meanings: Meanings
}

function understood(book: Book, place: Place, { atMs, content, contents }: DeviceEvents): EventColumns {
  const messages = new Map<string, Message | undefined>()
  function messageOf(code: string | null): Message | undefined {
    if (code === null || place.typeId === null) return undefined
    if (!messages.has(code)) messages.set(code, book.messages.decode(place.typeId, place.archiveType, code))
    return messages.get(code)
  }
  return { atMs, content, contents: contents.map((one) => contentOf(one, messageOf(one.code), place)) }
}

function contentOf(said: Said, message: Message | undefined, { archiveType, meanings }: Place): EventContent {
  const { code, codeDescription, valCode, izm, entries } = said
  const texts = [textOf(message?.name), textOf(message?.description), codeDescription ?? ''].filter((text) => text !== '')
  const more = Object.entries(entries).filter(([name, value]) => !NAMED.has(name) && textOf(value) !== '')
  const { role, quantity, subject } = meanings.message({
    archiveType,
    code,
    texts,
    messageTypicalId: message?.messageTypicalId ?? null,
    channelVarname: message ? textOf(message.channelVarname) || null : null,
  })
  return {
    code,
    text: texts[0] ?? code ?? '',
    value: valCode,
    unit: izm,
    more: Object.fromEntries(more.map(([name, value]) => [name, textOf(value)])),
    meaning: { role, quantity, subject },
  }
}

const textOf = (value: Verbatim | undefined): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
