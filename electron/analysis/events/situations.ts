import type { Book, PackedEvents } from '../../book/index.ts'
import { EVENT_ARCHIVES, type EventArchive, type Message } from '../../contract/records.ts'
import { pairing, type Pairs } from '../station/situations/pairs.ts'
import { roleOfState, type Role } from '../station/meaning/roles.ts'
import { meaningsOf, type MetMessage } from './subjects.ts'

/** Situations in the packed log: which events begin and end one. */

/** Archives whose events begin and end situations. The others tell of changes, sums and sessions. */
const OF_SITUATIONS: ReadonlySet<EventArchive> = new Set(['nesht', 'event', 'alarm', 'valve'])

const found = new WeakMap<PackedEvents, Pairs>()

/** The pairs of a book's events, found once for each state of the log. */
export function situationsOf(book: Book, packed: PackedEvents): Pairs {
  const { length, atMs } = packed
  const pairs = found.get(packed) ?? pairing({ length, atMs, ...marksOf(book, packed) })
  found.set(packed, pairs)
  return pairs
}

/** Numbers the situations of each device and marks what begins and ends them. */
function marksOf(book: Book, packed: PackedEvents): { marks: Int32Array; situations: number } {
  const { length, series, content, seriesOf, contentOf } = packed
  const kinds = kindsOf(book, packed)
  const states = Int8Array.from(contentOf.states, roleOfState)
  const meanings = meaningsOfKinds(book, kinds, metTexts(packed, kinds, states))
  const marks = new Int32Array(length)
  const numbers = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    const id = series[at] ?? 0
    const ofTexts = meanings[kinds.ofSeries[id] ?? 0]
    if (!ofTexts) continue
    const said = content[at] ?? 0
    const meaning = ofTexts.get(contentOf.text[said] ?? 0)
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

interface Kinds {
  kinds: readonly Kind[]
  /** By series: the place of its kind plus one. */
  ofSeries: Uint32Array
}

/** The kind of each series, from 1 on; 0 where the archive tells of no situations. */
function kindsOf(book: Book, { seriesOf }: PackedEvents): Kinds {
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

const MET = 1
const BEGINS = 2
const ENDS = 4

/** For each kind: which texts it has, and whether with states that begin and end. */
function metTexts(packed: PackedEvents, { kinds, ofSeries }: Kinds, states: Int8Array): Uint8Array[] {
  const { length, series, content, contentOf } = packed
  const met = [new Uint8Array(0), ...kinds.map(() => new Uint8Array(contentOf.texts))]
  for (let at = 0; at < length; at++) {
    const kind = ofSeries[series[at] ?? 0] ?? 0
    if (kind === 0) continue
    const said = content[at] ?? 0
    const role = states[contentOf.state[said] ?? 0] ?? 0
    const ofKind = met[kind]
    const text = contentOf.text[said] ?? 0
    if (ofKind) ofKind[text] = (ofKind[text] ?? 0) | MET | (role > 0 ? BEGINS : role < 0 ? ENDS : 0)
  }
  return met
}

/** A situation's name as a number. */
interface NumberedMeaning {
  role: Role
  subject: number
}

/** For each kind that has any: the meanings of its texts. Messages of the reference that never came count as counterparts. */
function meaningsOfKinds(book: Book, { kinds }: Kinds, met: readonly Uint8Array[]) {
  const texts = book.events.texts()
  const subjects = new Map<string, number>()
  const numberOf = (subject: string) => {
    const number = subjects.get(subject) ?? subjects.size
    subjects.set(subject, number)
    return number
  }
  const all: (ReadonlyMap<number, NumberedMeaning> | undefined)[] = [undefined]
  kinds.forEach(({ equipmentTypeId, archiveType }, at) => {
    const reference = equipmentTypeId === null ? [] : referenceOf(book, equipmentTypeId, archiveType)
    const byCode = new Map(reference.toReversed().map((message) => [textOf(message.deviceCode), message]))
    const ofLog: MetMessage[] = []
    met[at + 1]?.forEach((marks, id) => {
      if (marks === 0) return
      const { code, description } = texts.get(id) ?? { code: null, description: null }
      const message = code === null ? undefined : byCode.get(code)
      ofLog.push({
        ...idsOf(message),
        id,
        texts: [message?.name, description ?? message?.description].filter(isText),
        hasBothStates: (marks & BEGINS) !== 0 && (marks & ENDS) !== 0,
      })
    })
    const known = reference.map((message, nth): MetMessage => ({
      ...idsOf(message),
      id: -1 - nth,
      texts: [message.name, message.description].filter(isText),
      hasBothStates: false,
    }))
    const meanings = [...meaningsOf([...ofLog, ...known])].filter(([id]) => id > 0)
    const numbered = meanings.map(([id, { role, subject }]) => [id, { role, subject: numberOf(subject) }] as const)
    all.push(numbered.length > 0 ? new Map(numbered) : undefined)
  })
  return all
}

const idsOf = (message: Message | undefined) => ({
  messageTypicalId: message?.messageTypicalId ?? null,
  channelId: message?.channelId ?? null,
})

const MOST_MESSAGES = 10_000

/** What the reference says of a type's archive. */
const referenceOf = (book: Book, equipmentTypeId: number, archiveType: EventArchive): Message[] =>
  book.messages.list({ equipmentTypeId, archiveType, limit: MOST_MESSAGES }).rows

const textOf = (code: Message['deviceCode']) => (typeof code === 'string' || typeof code === 'number' ? String(code) : '')
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
