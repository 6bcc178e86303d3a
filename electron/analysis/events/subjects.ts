import { roleOfText, type Role } from '../station/meaning/roles.ts'

/** Which messages of one event archive of one type of device begin and end the same situation. */

/** A message as it is met in a log or in the message reference. */
export interface MetMessage {
  /** Any key that tells it from the others. */
  id: number
  /** Texts that name the message, the briefest first: the reference's name, then the event's own description. */
  texts: readonly string[]
  /** The reference's key for the same message of all makers; null where there is none. */
  messageTypicalId: number | null
  channelId: number | null
  /** Its events have come with a ValCode that begins, and with one that ends. */
  hasBothStates: boolean
}

/** What a message does: begins (1) or ends (-1) the situation `subject`, or whichever its ValCode says (0). */
export interface Meaning {
  role: Role
  subject: string
}

/**
 * The messages that have a counterpart; others have no meaning here, because 'the gas day begins' is no situation until
 * something ends it. `messageTypicalId` beats the words: a begin and an end with the same key belong together whatever
 * they are called, and one that is only named ('Reverse flow') begins what another with the same key ends: as the rules
 * and the reports have it (`meaning/messages.ts`).
 */
export function meaningsOf(messages: readonly MetMessage[]): Map<number, Meaning> {
  const spokenOf = messages.map((message) => ({ message, ...spoken(message), typical: typicalOf(message) }))
  const ended = new Set(spokenOf.flatMap(({ role, typical }) => (role < 0 && typical !== null ? typical : [])))
  const said = spokenOf.map((one) =>
    one.role === 0 && !one.message.hasBothStates && one.typical !== null && ended.has(one.typical)
      ? { ...one, role: 1 as const, words: one.typical }
      : one,
  )
  const paired = (keyOf: (one: (typeof said)[number]) => string | null) => {
    const roles = new Map<string, Set<Role>>()
    for (const one of said) {
      const key = keyOf(one)
      if (key === null || one.role === 0) continue
      roles.set(key, (roles.get(key) ?? new Set()).add(one.role))
    }
    return (key: string | null) => key !== null && (roles.get(key)?.size ?? 0) > 1
  }
  const byTypical = paired(({ typical }) => typical)
  const byWords = paired(({ words }) => words)
  const meanings = new Map<number, Meaning>()
  for (const { message, role, words, typical } of said) {
    if (role !== 0 && typical !== null && byTypical(typical)) meanings.set(message.id, { role, subject: typical })
    else if (role !== 0 && byWords(words)) meanings.set(message.id, { role, subject: words })
    // A message that names an end begins nothing, whatever its states are.
    else if (message.hasBothStates && role === 0) meanings.set(message.id, { role: 0, subject: typical ?? `m${message.id}` })
  }
  return meanings
}

/** The role of the first text that names one. */
function spoken({ texts, channelId }: MetMessage): { role: Role; words: string } {
  const found = texts.map(roleOfText)
  const { role, subject } = found.find((one) => one.role !== 0) ?? { role: 0 as const, subject: '' }
  return { role, words: `w${channelId ?? ''}/${subject}` }
}

const typicalOf = ({ messageTypicalId, channelId }: MetMessage): string | null =>
  messageTypicalId === null ? null : `t${messageTypicalId}/${channelId ?? ''}`
