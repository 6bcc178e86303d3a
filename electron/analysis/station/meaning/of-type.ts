import { createHash } from 'node:crypto'
import type { Book } from '../../../book/index.ts'
import type { ChannelMeaning, MessageMeaning, SettingMeaning } from '../../../contract/meaning.ts'
import { MEANING_TABLE_VERSION } from '../../../contract/meaning-table.ts'
import type { MeasuredChannel } from '../../../contract/quantities.ts'
import { EVENT_ARCHIVES, type Message } from '../../../contract/records.ts'
import type { Told } from '../../kernel/channels/channel.ts'
import { correctionKey, type Corrections } from './corrections.ts'
import { pairedSubjects, type MessageOptions, type TypicalRows } from './messages.ts'
import { meaningOfChannel, meaningOfMessage, meaningOfSetting, type MessageFacts, type Recognised } from './recognise.ts'
import { typicalRows } from './typical.ts'

/** What things of one type of device mean: by the user's corrections, the table and the message reference. */
export interface Meanings {
  /** Differs when the answers may. */
  digest: string
  channel: (channel: MeasuredChannel & { archiveType: string; counts?: boolean }) => ChannelMeaning & Recognised
  setting: (setting: { channelName: string; unitName: string | null }) => SettingMeaning & Recognised
  message: (message: MessageFacts) => MessageMeaning & Recognised
  /** What the channels of an archive mean, by what it is made of: devices of a type share it. */
  archives: Map<string, readonly Told[]>
}

/**
 * Makes the meanings of a book's types, each once: for as long as neither corrections nor the message reference change.
 * Null: devices of no known type.
 */
export function meaningsIn(book: Book): (equipmentTypeId: number | null) => Meanings {
  const known = new Map<number | null, Meanings>()
  let typical: TypicalRows | undefined
  return (typeId) => {
    const found = known.get(typeId)
    if (found) return found
    typical ??= typicalRows(factsOf(referenceOf(book)))
    const made = meaningsOf(book, typeId, typical)
    known.set(typeId, made)
    return made
  }
}

function meaningsOf(book: Book, typeId: number | null, typical: TypicalRows): Meanings {
  const corrections = typeId === null ? new Map() : correctionsOf(book, typeId)
  const reference = typeId === null ? [] : factsOf(referenceOf(book, typeId))
  const pairs = new Map(
    EVENT_ARCHIVES.map((archive) => {
      const ofArchive = reference.filter(({ archiveType }) => archiveType === archive)
      return [archive, pairedSubjects(ofArchive, { corrections, typical })] as const
    }),
  )
  const directory = typeId === null ? [] : book.channels.byType(typeId)
  const nameOf = (archiveType: string, code: string): string | null => {
    const own = directory.filter(({ channelVarname }) => channelVarname === code)
    const found = own.find(({ archiveTypeVarname }) => archiveTypeVarname === archiveType) ?? own[0]
    return typeof found?.channelName === 'string' ? found.channelName : null
  }
  const understood = new Map<string, ReturnType<Meanings['message']>>()
  return {
    digest: digestOf([MEANING_TABLE_VERSION, [...corrections], directory, reference, [...typical].map(([key, { id }]) => [key, id])]),
    // The unified view names no channel: what the type's directory says of the same code tells whether P is absolute.
    channel: ({ archiveType, counts = false, channelVarname, channelName, unitName }) =>
      meaningOfChannel({ channelVarname, channelName: channelName ?? nameOf(archiveType, channelVarname), unitName }, archiveType, {
        corrections,
        counts,
      }),
    setting: ({ channelName, unitName }) => meaningOfSetting(channelName, unitName, corrections),
    archives: new Map(),
    message(facts) {
      // Devices of a type share their messages: each is understood once.
      const key = JSON.stringify(facts)
      let meaning = understood.get(key)
      if (!meaning) {
        const options: MessageOptions = { corrections, typical }
        const ofArchive = pairs.get(facts.archiveType)
        meaning = meaningOfMessage(facts, ofArchive ? { ...options, pairs: ofArchive } : options)
        if (key.length <= MOST_KEY && understood.size < MOST_UNDERSTOOD) understood.set(key, meaning)
      }
      return meaning
    },
  }
}

/** A log that spells a time or a value into its texts may have a million of them. */
const MOST_UNDERSTOOD = 20_000
/** Longer texts are understood each time: only their beginning is read, and the memory would hold all of them. */
const MOST_KEY = 2_000

/** The user's corrections for a type of device. */
const correctionsOf = (book: Book, equipmentTypeId: number): Corrections =>
  new Map(
    book.meanings
      .ofType(equipmentTypeId)
      .map(({ meant, archiveType, key, quantity, basis, role }) => [correctionKey(meant, archiveType, key), { quantity, basis, role }]),
  )

const MOST_MESSAGES = 100_000
const referenceOf = (book: Book, equipmentTypeId?: number): Message[] =>
  book.messages.list({ limit: MOST_MESSAGES, ...(equipmentTypeId === undefined ? {} : { equipmentTypeId }) }).rows

/** The messages of the reference as they are recognised: those of event archives. */
export const factsOf = (messages: readonly Message[]): MessageFacts[] =>
  messages.flatMap(({ archiveTypeVarname, deviceCode, name, description, messageTypicalId, channelVarname }) => {
    const archiveType = EVENT_ARCHIVES.find((archive) => archive === archiveTypeVarname)
    if (!archiveType) return []
    const texts = [name, description].filter((text) => typeof text === 'string' && text !== '') as string[]
    return [
      {
        archiveType,
        code: typeof deviceCode === 'string' || typeof deviceCode === 'number' ? String(deviceCode) : null,
        texts,
        messageTypicalId,
        channelVarname: typeof channelVarname === 'string' ? channelVarname : null,
      },
    ]
  })

const digestOf = (parts: unknown): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
