import type { MessageRole } from '../../contract/meaning.ts'
import type { Quantity } from '../../contract/quantities.ts'
import type { EventArchive } from '../../contract/records.ts'
import { PART, pairing } from '../event-pairs.ts'
import { roleOfState } from '../event-roles.ts'
import type { EventColumns, EventContent, StationData } from './data.ts'

/** What lasted at a station, and for how long: the events that begin something paired with those that end it. */

/** Archives whose events begin and end situations. The others tell of changes, sums and sessions. */
const OF_SITUATIONS = ['nesht', 'event', 'alarm', 'valve'] as const satisfies readonly EventArchive[]

/** `valve`: the valve is shut; `power`: the device has no power; `situation`: any other. */
export type SituationKind = 'situation' | 'valve' | 'power'

/** Times in Unix ms. */
export interface Situation {
  kind: SituationKind
  /** The archive whose event began it. */
  archiveType: EventArchive
  /** The same for every situation of its sort. */
  subject: string
  fromMs: number
  /** Null: no event has ended it. */
  toMs: number | null
  /** Of what it speaks; null where it names none. */
  quantity: Quantity | null
  /** While it lasts, the device counts with a substitute value. */
  substitutes: boolean
  /** The words and the code of the event that began it. */
  text: string
  code: string | null
}

/** Words of an event that says what the device counts with. */
const SUBSTITUTES = /подстанов|договорн\p{L}* значени|условно-постоянн|substitut|default value|keypad value/iu

const found = new WeakMap<StationData, readonly Situation[]>()

/** All that lasted or lasts, by its beginning. What the log ends and never began is left out: nobody knows its length. */
export function situationsOf(data: StationData): readonly Situation[] {
  const known = found.get(data)
  if (known) return known
  const situations = find(data)
  found.set(data, situations)
  return situations
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
  archiveType: EventArchive
  mark: Mark
}

function find(data: StationData): Situation[] {
  const events: MarkedEvent[] = []
  for (const archiveType of OF_SITUATIONS) {
    const columns = data.events[archiveType]
    if (!columns) continue
    const marks = marksOf(archiveType, columns)
    columns.content.forEach((content, at) => {
      const mark = marks[content]
      if (mark) events.push({ atMs: columns.atMs[at] as number, archiveType, mark })
    })
  }
  return pairsOf(events.sort((a, b) => a.atMs - b.atMs))
}

function pairsOf(events: readonly MarkedEvent[]): Situation[] {
  const numbers = new Map<string, number>()
  const begins = new Map<string, number>()
  const ends = new Set<string>()
  for (const { mark } of events) {
    if (!numbers.has(mark.subject)) numbers.set(mark.subject, numbers.size + 1)
    if (mark.role < 0) ends.add(mark.subject)
    else begins.set(mark.subject, (begins.get(mark.subject) ?? 0) + 1)
  }
  const steps = pairing({
    length: events.length,
    atMs: Float64Array.from(events, ({ atMs }) => atMs),
    marks: Int32Array.from(events, ({ mark }) => mark.role * (numbers.get(mark.subject) ?? 0)),
    situations: numbers.size,
  })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const { part, partner } = step.value
  return events.flatMap(({ atMs, archiveType, mark }, at): Situation[] => {
    const { subject, kind, content } = mark
    if (part[at] !== PART.open && part[at] !== PART.begin) return []
    // What was told several times and never ended is told for moments: nothing says that it lasts.
    if (kind === 'situation' && !ends.has(subject) && (begins.get(subject) ?? 0) > 1) return []
    const end = partner[at] ?? -1
    return [
      {
        kind,
        archiveType,
        subject,
        fromMs: atMs,
        toMs: end < 0 ? null : (events[end]?.atMs ?? null),
        quantity: content.meaning.quantity,
        substitutes: content.meaning.role === 'substituteBegins' || SUBSTITUTES.test(content.text),
        text: content.text,
        code: content.code,
      },
    ]
  })
}

const ROLES: Partial<Readonly<Record<MessageRole, { role: 1 | -1; kind: SituationKind }>>> = {
  situationBegins: { role: 1, kind: 'situation' },
  substituteBegins: { role: 1, kind: 'situation' },
  situationEnds: { role: -1, kind: 'situation' },
  substituteEnds: { role: -1, kind: 'situation' },
  valveShut: { role: 1, kind: 'valve' },
  valveOpen: { role: -1, kind: 'valve' },
  powerOff: { role: 1, kind: 'power' },
  powerOn: { role: -1, kind: 'power' },
}

/** Messages that tell of their situation by `ValCode` alone, where it came as begun and as ended. */
const BY_STATE: ReadonlySet<MessageRole> = new Set([
  'none', 'situationBegins', 'substituteBegins', 'gasAlarm', 'tampering', 'batteryLow',
]) // oxfmt-ignore

/** By content: what it begins or ends. */
function marksOf(archiveType: EventArchive, { contents }: EventColumns): (Mark | null)[] {
  const states = contents.map(({ value, unit, meaning }) =>
    value === null || (unit !== null && unit !== '') || !BY_STATE.has(meaning.role) ? 0 : roleOfState(value),
  )
  const keys = contents.map((content) => subjectOf(archiveType, content))
  const met = new Map<string, Set<number>>()
  keys.forEach((key, at) => met.set(key, (met.get(key) ?? new Set<number>()).add(states[at] ?? 0)))
  return contents.map((content, at): Mark | null => {
    const own = ROLES[content.meaning.role]
    const key = keys[at] ?? ''
    // Valve and power are one thing each, in whichever archive the device tells of them.
    if (own && own.kind !== 'situation') return { ...own, subject: own.kind, content }
    const state = states[at] ?? 0
    const both = met.get(key)
    if (state !== 0 && both?.has(1) && both.has(-1)) return { role: state, subject: key, kind: 'situation', content }
    return own ? { ...own, subject: key, content } : null
  })
}

function subjectOf(archiveType: EventArchive, { meaning, code, text }: EventContent): string {
  const own = meaning.subject === '' ? `${code ?? ''} ${text}` : meaning.subject
  return `${archiveType}/${meaning.quantity ?? ''}/${own}`
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
