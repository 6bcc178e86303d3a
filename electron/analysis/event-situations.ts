import { setImmediate as breath } from 'node:timers/promises'
import type { Book, PackedEvents } from '../book/index.ts'
import { EVENT_ARCHIVES, type EventArchive } from '../contract/records.ts'
import { pairing, type Pairs } from './event-pairs.ts'
import { eventReferences } from './event-references.ts'
import { roleOfState } from './event-roles.ts'
import { meaningsOf, type Meaning, type MetMessage } from './event-subjects.ts'

/** Situations in the packed log: which events begin and end one. */

/** Archives whose events begin and end situations. The others tell of changes, sums and sessions. */
const OF_SITUATIONS: ReadonlySet<EventArchive> = new Set(['nesht', 'event', 'alarm', 'valve'])
/** Events that are looked at before other work of the thread has its turn. */
const AT_ONCE = 50_000

const found = new WeakMap<PackedEvents, Promise<Pairs>>()

/** The pairs of a book's events, found once for each state of the log, some milliseconds at a time. */
export function situationsOf(book: Book, packed: PackedEvents): Promise<Pairs> {
  const known = found.get(packed)
  if (known) return known
  const pairs = find(book, packed)
  found.set(packed, pairs)
  pairs.catch(() => found.delete(packed))
  return pairs
}

async function find(book: Book, packed: PackedEvents): Promise<Pairs> {
  const { marks, situations } = await marksOf(book, packed)
  const steps = pairing({ length: packed.length, atMs: packed.atMs, marks, situations })
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await breath()
  }
}

/** Numbers the situations of each device and marks what begins and ends them. */
async function marksOf(book: Book, packed: PackedEvents): Promise<{ marks: Int32Array; situations: number }> {
  const { length, series, content, seriesOf, contentOf } = packed
  const kinds = kindsOf(book, packed)
  const states = Int8Array.from(contentOf.states, roleOfState)
  const met = await metMessages(packed, kinds.ofSeries, states)
  const meanings = meaningsOfKinds(book, kinds, met)
  const subjects = new Map<string, number>()
  /** The meaning of a message of a kind, by the key of both. */
  const means = new Map<number, { role: number; subject: number }>()
  for (const [key, { role, subject }] of meanings) {
    const number = subjects.get(subject) ?? subjects.size
    subjects.set(subject, number)
    means.set(key, { role, subject: number })
  }
  const marks = new Int32Array(length)
  const numbers = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    if (at % AT_ONCE === AT_ONCE - 1) await breath()
    const id = series[at] ?? 0
    const kind = kinds.ofSeries[id] ?? 0
    if (kind === 0) continue
    const said = content[at] ?? 0
    const meaning = means.get(keyOf(kind, contentOf.text[said] ?? 0))
    if (!meaning) continue
    const role = meaning.role || (states[contentOf.state[said] ?? 0] ?? 0)
    if (role === 0) continue
    const key = meaning.subject * seriesOf.length + id
    let number = numbers.get(key)
    if (number === undefined) numbers.set(key, (number = numbers.size + 1))
    marks[at] = role * number
  }
  return { marks, situations: numbers.size }
}

/** A type of device and an archive, in which a code means the same. */
interface Kind {
  equipmentTypeId: number | null
  archiveType: EventArchive
}

/** The kind of each series, from 1 on; 0 where the archive tells of no situations. */
function kindsOf(book: Book, { seriesOf }: PackedEvents): { kinds: readonly Kind[]; ofSeries: Uint32Array } {
  const devices = book.devices.all()
  const kinds: Kind[] = []
  const numbers = new Map<string, number>()
  const ofSeries = new Uint32Array(seriesOf.length)
  for (let id = 1; id < seriesOf.length; id++) {
    const equipmentId = seriesOf.equipmentId[id] ?? 0
    const archiveType = EVENT_ARCHIVES[seriesOf.archive[id] ?? 0]
    if (equipmentId === 0 || archiveType === undefined || !OF_SITUATIONS.has(archiveType)) continue
    const equipmentTypeId = devices.get(equipmentId)?.equipmentTypeId ?? null
    const name = `${equipmentTypeId} ${archiveType}`
    let number = numbers.get(name)
    if (number === undefined) numbers.set(name, (number = kinds.push({ equipmentTypeId, archiveType })))
    ofSeries[id] = number
  }
  return { kinds, ofSeries }
}

/** Room for the ids of texts in a key; 2^31 is more than a book can hold. */
const TEXTS = 2 ** 31
const keyOf = (kind: number, text: number) => kind * TEXTS + text

const BEGINS = 1
const ENDS = 2

/** Which messages each kind has, by the key of both, and whether with states that begin and end. */
async function metMessages(packed: PackedEvents, ofSeries: Uint32Array, states: Int8Array) {
  const { length, series, content, contentOf } = packed
  const met = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    if (at % AT_ONCE === AT_ONCE - 1) await breath()
    const kind = ofSeries[series[at] ?? 0] ?? 0
    if (kind === 0) continue
    const said = content[at] ?? 0
    const role = states[contentOf.state[said] ?? 0] ?? 0
    const key = keyOf(kind, contentOf.text[said] ?? 0)
    const known = met.get(key)
    const now = (known ?? 0) | (role > 0 ? BEGINS : role < 0 ? ENDS : 0)
    if (known !== now) met.set(key, now)
  }
  return met
}

/** The meanings of the messages of each kind, those of the reference that never came among them. */
function meaningsOfKinds(
  book: Book,
  { kinds }: { kinds: readonly Kind[] },
  met: ReadonlyMap<number, number>,
): Map<number, Meaning> {
  const texts = book.events.texts()
  const { messageOfType } = eventReferences(book)
  const all = new Map<number, Meaning>()
  const keys = Map.groupBy(met.keys(), (key) => Math.floor(key / TEXTS))
  kinds.forEach(({ equipmentTypeId, archiveType }, at) => {
    const ofLog = (keys.get(at + 1) ?? []).map((key): MetMessage => {
      const { code, description } = texts.get(key % TEXTS) ?? { code: null, description: null }
      const message = messageOfType(equipmentTypeId, archiveType, code)
      return {
        id: key,
        texts: [message?.name, description ?? message?.description].filter(isText),
        messageTypicalId: message?.messageTypicalId ?? null,
        channelId: message?.channelId ?? null,
        hasBothStates: met.get(key) === (BEGINS | ENDS),
      }
    })
    const known = equipmentTypeId === null ? [] : referenceOf(book, equipmentTypeId, archiveType)
    for (const [key, meaning] of meaningsOf([...ofLog, ...known])) if (key > 0) all.set(key, meaning)
  })
  return all
}

const MOST_MESSAGES = 10_000

/** The messages of the reference, under keys that no message of the log has. */
function referenceOf(book: Book, equipmentTypeId: number, archiveType: EventArchive): MetMessage[] {
  const { rows } = book.messages.list({ equipmentTypeId, archiveType, limit: MOST_MESSAGES })
  return rows.map(({ name, description, messageTypicalId, channelId }, at) => ({
    id: -1 - at,
    texts: [name, description].filter(isText),
    messageTypicalId,
    channelId,
    hasBothStates: false,
  }))
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
