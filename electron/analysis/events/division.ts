import type { Book } from '../../book/index.ts'
import type { LogGroup } from '../../contract/all-events.ts'
import type { FacetCounts } from './counts.ts'
import { messagesOfTexts } from './messages.ts'
import { ARCHIVES, type Selection } from './selection.ts'

/** What a group is called. */
export interface GroupName extends Pick<
  LogGroup,
  'key' | 'message' | 'messageName' | 'stationId' | 'stationName' | 'consumerId' | 'consumerName'
> {
  /** Its place in the order of stations; -1 for a message. */
  order: number
}

/** Which group events belong to, as small numbers: by their series, or by text and archive (text × 7 + archive). */
export interface Division {
  ofSeries: Uint32Array | null
  ofText: Uint32Array
  names: readonly GroupName[]
}

const NOBODY = { stationId: null, stationName: null, consumerId: null, consumerName: null }

/** Only messages that occur are named: what the reference calls a code takes a question to the book. */
export function byMessage(book: Book, { packed }: Selection, counts: FacetCounts): Division {
  const messages = messagesOfTexts(book)
  const names: GroupName[] = []
  const ofKey = new Map<string, number>()
  const ofText = new Uint32Array(packed.contentOf.texts * ARCHIVES)
  for (let at = 0; at < ofText.length; at++) {
    if (counts.byMessage[at] === 0) continue
    const said = messages(Math.floor(at / ARCHIVES), at % ARCHIVES)
    const number = ofKey.get(said.key) ?? names.push({ ...said, ...NOBODY, order: -1 }) - 1
    ofKey.set(said.key, number)
    ofText[at] = number
  }
  return { ofSeries: null, ofText, names }
}

export function byStation({ packed, places }: Selection): Division {
  const { equipmentId } = packed.seriesOf
  const names: GroupName[] = []
  const ofKey = new Map<string, number>()
  const ofSeries = Uint32Array.from(equipmentId, (id) => {
    const device = places.devices.get(id)
    const key = device ? `s${device.stationId}` : `d${id}`
    const consumer = device?.customerId ?? null
    const known = ofKey.get(key)
    if (known !== undefined) return known
    const number = names.push({
      key,
      message: null,
      messageName: null,
      stationId: device?.stationId ?? null,
      stationName: device?.stationName ?? null,
      consumerId: consumer,
      consumerName: consumer === null ? null : (places.consumerNames.get(consumer) ?? null),
      order: device?.order ?? places.devices.size,
    })
    ofKey.set(key, number - 1)
    return number - 1
  })
  return { ofSeries, ofText: new Uint32Array(0), names }
}
