import { SAYS_SUBSTITUTE } from '../../../contract/meaning-words.ts'
import type { MessageRole } from '../../../contract/meaning.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import type { EventArchive } from '../../../contract/records.ts'
import type { SituationPart } from '../../../contract/event-log.ts'
import { PART, pairing, PART_NAMES } from './pairs.ts'
import type { EventColumns, EventContent, StationData } from '../../kernel/data.ts'

/** The situations of a station, and how long each lasted: the events that begin something paired with those that end it. */

/** Archives whose events begin and end situations. The others tell of changes, sums and sessions. */
const OF_SITUATIONS = ['nesht', 'event', 'alarm', 'valve'] as const satisfies readonly EventArchive[]

/** `valve`: the valve is shut; `power`: the device has no power; `situation`: any other. */
type SituationKind = 'situation' | 'valve' | 'power'

/** Times in Unix ms. */
export interface Situation {
  kind: SituationKind
  /** The archive whose event began it. */
  archiveType: EventArchive
  /** A text that all situations of one sort have in common. */
  subject: string
  fromMs: number
  /** Null: no event has ended it. */
  toMs: number | null
  /** The quantity that the situation is about; null where it names none. */
  quantity: Quantity | null
  /** While it lasts, the device counts with a substitute value. */
  substitutes: boolean
  /** The words and the code of the event that began it. */
  text: string
  code: string | null
}

/** The end of a situation whose beginning the log does not have. */
interface LoneEnd {
  kind: SituationKind
  archiveType: EventArchive
  quantity: Quantity | null
  atMs: number
}

/** What an event is for its situation. */
export interface EventPart {
  archiveType: EventArchive
  atMs: number
  /** Which it is of the events that the archive has of that moment, from 0: several may have one code. */
  nth: number
  part: SituationPart
  /** Unix ms of the end of a begun situation, of the begin of an ended one; null where the log has none. */
  otherMs: number | null
}

export interface SituationLog {
  /** All that lasted or lasts, by its beginning. What the log ends and never began is left out: nobody knows its length. */
  situations: readonly Situation[]
  /** Each event that begins or ends something, by time. */
  parts: readonly EventPart[]
  /** Situations that ended and had begun before the log: nobody knows how long they had lasted. */
  endsAlone: readonly LoneEnd[]
}

interface Mark {
  /** 1: begins, -1: ends. */
  role: 1 | -1
  subject: string
  kind: SituationKind
  content: EventContent
}

interface MarkedEvent {
  atMs: number
  nth: number
  archiveType: EventArchive
  mark: Mark
}

export function situationLog(data: Pick<StationData, 'events'>): SituationLog {
  const events: MarkedEvent[] = []
  for (const archiveType of OF_SITUATIONS) {
    const columns = data.events[archiveType]
    if (!columns) continue
    const marks = marksOf(archiveType, columns)
    let nth = 0
    columns.content.forEach((content, at) => {
      const atMs = columns.atMs[at] as number
      nth = atMs === columns.atMs[at - 1] ? nth + 1 : 0
      const mark = marks[content]
      if (mark) events.push({ atMs, nth, archiveType, mark })
    })
  }
  return pairsOf(events.sort((a, b) => a.atMs - b.atMs))
}

function pairsOf(events: readonly MarkedEvent[]): SituationLog {
  const numbers = new Map<string, number>()
  for (const { mark } of events) if (!numbers.has(mark.subject)) numbers.set(mark.subject, numbers.size + 1)
  const { part, partner } = pairing({
    length: events.length,
    atMs: Float64Array.from(events, ({ atMs }) => atMs),
    marks: Int32Array.from(events, ({ mark }) => mark.role * (numbers.get(mark.subject) ?? 0)),
    situations: numbers.size,
  })
  const situations: Situation[] = []
  const endsAlone: LoneEnd[] = []
  const parts = events.flatMap(({ atMs, nth, archiveType }, at): EventPart[] => {
    const name = PART_NAMES[part[at] ?? 0]
    const otherMs = events[partner[at] ?? -1]?.atMs ?? null
    return name === undefined ? [] : [{ archiveType, atMs, nth, part: name, otherMs }]
  })
  events.forEach(({ atMs, archiveType, mark: { subject, kind, content } }, at) => {
    const { quantity, role } = content.meaning
    if (part[at] === PART.endOnly) endsAlone.push({ kind, archiveType, quantity, atMs })
    if (part[at] !== PART.open && part[at] !== PART.begin) return
    const end = partner[at] ?? -1
    situations.push({
      kind,
      archiveType,
      subject,
      fromMs: atMs,
      toMs: end < 0 ? null : (events[end]?.atMs ?? null),
      quantity,
      substitutes: role === 'substituteBegins' || (kind === 'situation' && SAYS_SUBSTITUTE.test(content.text)),
      text: content.text,
      code: content.code,
    })
  })
  return { situations, parts, endsAlone }
}

const ROLES: Partial<Readonly<Record<MessageRole, { role: 1 | -1; kind: SituationKind }>>> = {
  situationBegins: { role: 1, kind: 'situation' },
  substituteBegins: { role: 1, kind: 'situation' },
  gasAlarm: { role: 1, kind: 'situation' },
  tampering: { role: 1, kind: 'situation' },
  batteryLow: { role: 1, kind: 'situation' },
  situationEnds: { role: -1, kind: 'situation' },
  substituteEnds: { role: -1, kind: 'situation' },
  valveShut: { role: 1, kind: 'valve' },
  valveOpen: { role: -1, kind: 'valve' },
  powerOff: { role: 1, kind: 'power' },
  powerOn: { role: -1, kind: 'power' },
}

/** By content: what it begins or ends. Without a subject nothing ever ends it: nobody can say how long it lasts. */
const marksOf = (archiveType: EventArchive, { contents }: EventColumns): (Mark | null)[] =>
  contents.map((content): Mark | null => {
    const own = ROLES[content.meaning.role]
    if (!own) return null
    // Valve and power are one thing each, in whichever archive the device tells of them.
    if (own.kind !== 'situation') return { ...own, subject: own.kind, content }
    const { subject } = content.meaning
    return subject === '' ? null : { ...own, subject: `${archiveType}/${subject}`, content }
  })

/** The same of all devices that the station had: what one never ended was over when it was taken out. */
export function lifeSituations({ former = [], ...data }: StationData): SituationLog {
  const own = situationLog(data)
  if (former.length === 0) return own
  const before = former.map((one) => {
    const log = situationLog(one)
    return {
      ...log,
      situations: log.situations.map((each) => (each.toMs === null ? { ...each, toMs: Math.max(each.fromMs, one.nowMs) } : each)),
    }
  })
  const all = [...before, own]
  return {
    situations: all.flatMap(({ situations }) => situations).sort((a, b) => a.fromMs - b.fromMs),
    parts: all.flatMap(({ parts }) => parts).sort((a, b) => a.atMs - b.atMs),
    endsAlone: all.flatMap(({ endsAlone }) => endsAlone).sort((a, b) => a.atMs - b.atMs),
  }
}

/** Stretches of the situations that `holds` is true of, without overlaps, in order; what still lasts ends at `nowMs`. */
export function unionOf(
  situations: readonly Situation[],
  nowMs: number,
  holds: (situation: Situation) => boolean,
): { fromMs: number; toMs: number }[] {
  const union: { fromMs: number; toMs: number }[] = []
  for (const situation of situations) {
    if (!holds(situation)) continue
    const toMs = Math.max(situation.fromMs, situation.toMs ?? nowMs)
    const last = union.at(-1)
    if (last && situation.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else union.push({ fromMs: situation.fromMs, toMs })
  }
  return union
}

/** Until when the events after a moment were asked for: what ended later nobody knows yet. -Infinity: they were not. */
export function askedUntil({ asked }: Pick<EventColumns, 'asked'>, fromMs: number): number {
  if (!asked) return Infinity
  return asked.find((span) => span.fromMs <= fromMs && span.toMs >= fromMs)?.toMs ?? -Infinity
}
