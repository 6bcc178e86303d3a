import { foldBeginning } from '../../../contract/folding.ts'
import { MESSAGE_ROLES, type MessageMeaning, type MessageRole } from '../../../contract/meaning.ts'
import type { TableRow } from '../../../contract/meaning-table.ts'
import { recogniseChannel, type Quantity } from '../../../contract/quantities.ts'
import type { EventArchive } from '../../../contract/records.ts'
import { roleOfText, type Role } from './roles.ts'
import { correctionKey, NO_CORRECTIONS, type Corrections } from './corrections.ts'
import { patternsOf } from './patterns.ts'
import type { Recognised } from './recognised.ts'

/** A message of one event archive of one type of device: of the reference, or met in a log. */
export interface MessageFacts {
  archiveType: EventArchive
  code: string | null
  /** Texts that name the message, the briefest first: the reference's name, then its description or the event's own. */
  texts: readonly string[]
  messageTypicalId: number | null
  /** The channel that it is about. */
  channelVarname: string | null
}

/** The name by which corrections know a message: its code, else its first text. */
export const messageKey = ({ code, texts }: MessageFacts): string | null => code ?? texts[0] ?? null

/** By `typicalKey`: what the makers together say of a typical message (`typicalRows`). */
export type TypicalRows = ReadonlyMap<string, TableRow>
export const typicalKey = (archiveType: EventArchive, messageTypicalId: number): string => `${archiveType}/${messageTypicalId}`

export interface MessageOptions {
  corrections?: Corrections
  typical?: TypicalRows
  /** Subjects that one message of the type's archive begins and another ends (`pairedSubjects`); absent: any may be. */
  pairs?: ReadonlySet<string>
}

const PATTERNS = patternsOf('message')
const isMessageRole = (role: string | null | undefined): role is MessageRole =>
  (MESSAGE_ROLES as readonly (string | null | undefined)[]).includes(role)

/** Roles of which an end can be told. */
const LASTING: ReadonlySet<MessageRole> = new Set<MessageRole>([
  'situationBegins',
  'substituteBegins',
  'gasAlarm',
  'tampering',
  'batteryLow',
])
const ENDING: ReadonlySet<MessageRole> = new Set<MessageRole>(['situationEnds', 'substituteEnds'])
/** Roles that lead from one to the other without any words of a begin or an end. */
const SUBJECTS: Partial<Record<MessageRole, string>> = { valveShut: 'valve', valveOpen: 'valve', powerOff: 'power', powerOn: 'power' }
/** Archives whose messages begin and end situations. */
const TELLS: ReadonlySet<EventArchive> = new Set<EventArchive>(['nesht', 'event', 'alarm', 'valve'])

/** What a message means, as far as its own words, its typical message and the user say. */
export function meaningOfMessage(facts: MessageFacts, options: MessageOptions = {}): MessageMeaning & Recognised {
  const { role, row, corrected, quantity, direction } = spoken(facts, options)
  const [byTypical, byWords] = subjectsOf(facts)
  const { pairs } = options
  const lasts = LASTING.has(role) || ENDING.has(role)
  const paired = byTypical !== null && pairs?.has(byTypical) ? byTypical : pairs?.has(byWords) ? byWords : null
  // 'Above the limit' alone begins nothing: nobody would ever say that it is over.
  const isNamedOnly = role === 'situationBegins' && direction === 0 && !corrected && pairs !== undefined && !paired
  const subject = SUBJECTS[role] ?? (lasts && !isNamedOnly ? (paired ?? byTypical ?? byWords) : '')
  return { role: isNamedOnly ? 'none' : role, quantity, subject, row, corrected }
}

/**
 * The subjects that something begins and something ends, of the messages of one archive of one type of device.
 * `message_typical_id` beats the words: a begin and an end with the same key belong together whatever they are called.
 */
export function pairedSubjects(messages: readonly MessageFacts[], options: MessageOptions = {}): ReadonlySet<string> {
  const begun = new Set<string>()
  const ended = new Set<string>()
  for (const facts of messages) {
    const { role } = spoken(facts, options)
    const subjects = subjectsOf(facts).filter((subject) => subject !== null)
    if (LASTING.has(role)) for (const subject of subjects) begun.add(subject)
    if (ENDING.has(role)) for (const subject of subjects) ended.add(subject)
  }
  return begun.intersection(ended)
}

function spoken(facts: MessageFacts, { corrections = NO_CORRECTIONS, typical }: MessageOptions) {
  const { archiveType, messageTypicalId, texts } = facts
  const ofTypical = messageTypicalId === null ? undefined : typical?.get(typicalKey(archiveType, messageTypicalId))
  const row = ofTypical ?? rowOfTexts(texts, archiveType)
  const direction = directionOf(texts)
  const inTable = roleBy(row, direction, archiveType)
  const key = messageKey(facts)
  const said = key === null ? undefined : corrections.get(correctionKey('message', archiveType, key))
  const byDirection = inTable === 'none' ? null : direction > 0 ? 'message.begins' : 'message.ends'
  return {
    role: said ? (isMessageRole(said.role) ? said.role : 'none') : inTable,
    row: row?.id ?? byDirection,
    quantity: said ? said.quantity : quantityOfMessage(facts),
    corrected: said !== undefined,
    direction,
  }
}

/** Whether the first text that says so says that something begins or ends. */
const directionOf = (texts: readonly string[]): Role => texts.map((text) => roleOfText(text).role).find((role) => role !== 0) ?? 0

function roleBy(row: TableRow | undefined, direction: Role, archiveType: EventArchive): MessageRole {
  const role = row && isMessageRole(row.role) ? row.role : null
  if (role === null) {
    if (direction === 0 || !TELLS.has(archiveType)) return 'none'
    return direction > 0 ? 'situationBegins' : 'situationEnds'
  }
  if (direction >= 0 || !LASTING.has(role)) return role
  return role === 'substituteBegins' ? 'substituteEnds' : 'situationEnds'
}

/** A situation's names: by its typical message, and by what its words leave besides those of a begin and an end. */
function subjectsOf({ messageTypicalId, channelVarname, texts }: MessageFacts): [string | null, string] {
  const of = channelVarname === null ? '' : `/${channelVarname}`
  const said = texts.map(roleOfText)
  const words = (said.find(({ role }) => role !== 0) ?? said[0])?.subject ?? ''
  return [messageTypicalId === null ? null : `t${messageTypicalId}${of}`, `${words}${of}`]
}

/**
 * The row of the table that recognises a message by its texts alone: of the first text that has one. That a substitute is
 * used may be said behind a failure's name.
 */
export function rowOfTexts(texts: readonly string[], archiveType: EventArchive): TableRow | undefined {
  const patterns = PATTERNS.filter(({ row }) => row.archives?.includes(archiveType) !== false)
  const rows = texts.map(foldBeginning).flatMap((text) => patterns.find(({ fits }) => fits?.(text))?.row ?? [])
  const substitute = rows.find(({ role }) => role === 'substituteBegins')
  const [first] = rows
  if (first && first.role !== 'situationBegins') return first
  return substitute ?? first ?? patterns.find(({ fits }) => fits === null)?.row
}

/** The quantity that a message speaks of: that of its channel, else what its texts name first. */
function quantityOfMessage({ channelVarname, texts }: MessageFacts): Quantity | null {
  const channel = { channelVarname: channelVarname ?? '', channelName: null, unitName: null }
  const named = texts.map((text) => ({ channelVarname: '', channelName: text, unitName: null }))
  const found = [channel, ...named].map((one) => recogniseChannel(one).quantity)
  return found.find((quantity) => quantity !== 'other') ?? null
}
