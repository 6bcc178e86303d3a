import { foldText } from '../../contract/folding.ts'
import { MESSAGE_ROLES, type MessageMeaning, type MessageRole } from '../../contract/meaning.ts'
import type { TableRow } from '../../contract/meaning-table.ts'
import { recogniseChannel, type MeasuredChannel, type Quantity } from '../../contract/quantities.ts'
import type { EventArchive } from '../../contract/records.ts'
import { roleOfState, roleOfText, type Role } from '../event-roles.ts'
import { meaningsOf, typicalOf, wordsKeyOf, type MetMessage } from '../event-subjects.ts'
import { correctionKey, NO_CORRECTIONS, type Corrections } from './corrections.ts'
import { patternsOf } from './patterns.ts'
import type { Recognised } from './recognise.ts'

/** A message of one event archive of one type of device: of the reference, or met in a log. */
export interface MessageFacts extends MetMessage {
  archiveType: EventArchive
  /** The device's code; corrections name a message by it. */
  code: string | null
  /** The channel that it is about. */
  channel: MeasuredChannel | null
}

export interface RecognisedMessage extends MessageMeaning, Recognised {
  /** Its events come with ValCodes that say whether it begins or ends: `meaningOfEvent` tells. */
  byState: boolean
}

interface Options {
  corrections?: Corrections
  /** What the makers together say of a typical message: `typicalRows`. */
  typical?: ReadonlyMap<number, TableRow>
}

const PATTERNS = patternsOf('message')
const isMessageRole = (role: string | null | undefined): role is MessageRole =>
  (MESSAGE_ROLES as readonly (string | null | undefined)[]).includes(role)

/** Roles of which an end can be told. */
const LASTING: ReadonlySet<MessageRole> = new Set<MessageRole>(['situationBegins', 'substituteBegins', 'gasAlarm', 'tampering', 'batteryLow']) // oxfmt-ignore
const ENDED: Partial<Record<MessageRole, MessageRole>> = {
  substituteBegins: 'substituteEnds',
  valveShut: 'valveOpen',
  powerOff: 'powerOn',
}
const ENDING: ReadonlySet<MessageRole> = new Set<MessageRole>(['situationEnds', 'substituteEnds'])
/** Roles that lead from one to the other without any words of a begin or an end. */
const SUBJECTS: Partial<Record<MessageRole, string>> = { valveShut: 'valve', valveOpen: 'valve', powerOff: 'power', powerOn: 'power' } // oxfmt-ignore

/**
 * The meanings of all messages of one event archive of one type of device, by their ids. A situation has a `subject` only
 * where one message begins and another, or its own ValCode, ends it: of what nothing ends nobody can say how long it lasts.
 */
export function meaningsOfMessages(
  messages: readonly MessageFacts[],
  options: Options = {},
): Map<number, RecognisedMessage> {
  const alone = messages.map((facts) => ({ facts, meaning: meaningOfMessage(facts, options) }))
  const paired = meaningsOf(alone.map(({ facts, meaning }) => ({ ...facts, role: directionOf(meaning.role) })))
  return new Map(
    alone.map(({ facts, meaning }) => {
      const found = paired.get(facts.id)
      const isPair = SUBJECTS[meaning.role] !== undefined
      const subject = isPair ? meaning.subject : (found?.subject ?? (meaning.byState ? meaning.subject : ''))
      return [facts.id, { ...meaning, subject }]
    }),
  )
}

/** The meaning of one message, as if something else ended what it begins. */
export function meaningOfMessage(
  facts: MessageFacts,
  { corrections = NO_CORRECTIONS, typical }: Options = {},
): RecognisedMessage {
  const row = rowOf(facts, typical)
  const said =
    facts.code === null ? undefined : corrections.get(correctionKey('message', facts.archiveType, facts.code))
  const direction = facts.texts.map((text) => roleOfText(text).role).find((role) => role !== 0) ?? 0
  const role = said && isMessageRole(said.role) ? said.role : roleBy(row, direction, facts.archiveType)
  const lasts = LASTING.has(role) || ENDING.has(role)
  const key = typicalOf(facts) ?? wordsKeyOf(facts)
  return {
    role,
    quantity: said?.quantity ?? quantityOfMessage(facts),
    subject: SUBJECTS[role] ?? (lasts ? key : ''),
    row: row?.id ?? (role === 'none' ? null : direction > 0 ? 'message.begins' : 'message.ends'),
    corrected: said !== undefined,
    // A message that names an end begins nothing, whatever its states are.
    byState: facts.hasBothStates && (LASTING.has(role) || ENDED[role] !== undefined),
  }
}

/** What an event means: its message, and where that is told by states, its ValCode. */
export function meaningOfEvent({ byState, ...meaning }: RecognisedMessage, value: string | null): MessageMeaning {
  if (!byState || value === null || roleOfState(value) >= 0) return meaning
  return { ...meaning, role: ENDED[meaning.role] ?? 'situationEnds' }
}

function roleBy(row: TableRow | undefined, direction: Role, archiveType: EventArchive): MessageRole {
  const role = row && isMessageRole(row.role) ? row.role : undefined
  if (role === undefined) return direction === 0 ? 'none' : TELLS.has(archiveType) ? (direction > 0 ? 'situationBegins' : 'situationEnds') : 'none' // oxfmt-ignore
  return direction < 0 && LASTING.has(role) ? (ENDED[role] ?? 'situationEnds') : role
}
/** Archives whose messages begin and end situations. */
const TELLS: ReadonlySet<EventArchive> = new Set<EventArchive>(['nesht', 'event', 'alarm', 'valve'])

const directionOf = (role: MessageRole): Role => (LASTING.has(role) ? 1 : ENDING.has(role) ? -1 : 0)

/** The row of the first text that has one: the name is told before the description; a substitute is told by either. */
function rowOf(
  { texts, archiveType, messageTypicalId }: MessageFacts,
  typical: Options['typical'],
): TableRow | undefined {
  const ofTypical = messageTypicalId === null ? undefined : typical?.get(messageTypicalId)
  return ofTypical ?? rowOfTexts(texts, archiveType)
}

/** The row of the table that recognises a message by its texts alone. */
export function rowOfTexts(texts: readonly string[], archiveType: EventArchive): TableRow | undefined {
  const folded = texts.map(foldText)
  const fits = PATTERNS.filter(({ row }) => row.archives?.includes(archiveType) !== false)
  const rows = folded.flatMap((text) => fits.find(({ words }) => words?.test(text))?.row ?? [])
  const first = rows[0]
  const substitutes = rows.find(({ role }) => role === 'substituteBegins')
  if (first && first.role !== 'situationBegins') return first
  return substitutes ?? first ?? fits.find(({ words }) => words === null)?.row
}

/** Of what a message speaks: of its channel, else of what its texts name first. */
function quantityOfMessage({ channel, texts }: MessageFacts): Quantity | null {
  const named = texts.map((text) => ({ channelVarname: '', channelName: text, unitName: null }))
  const found = [...(channel ? [channel] : []), ...named].map((one) => recogniseChannel(one).quantity)
  return found.find((quantity) => quantity !== 'other') ?? null
}
