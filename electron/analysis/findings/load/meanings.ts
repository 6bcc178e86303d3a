import type { ChannelMeaning, MessageMeaning, SettingMeaning } from '../../../contract/meaning.ts'
import { quantityOf, type MeasuredChannel } from '../../../contract/quantities.ts'
import { roleOfText } from '../../event-roles.ts'

/** A message as an event brings it. */
export interface MetMessage {
  archiveType: string
  /** What is said first and most briefly: the reference's name, then the event's own description. */
  texts: readonly string[]
  messageTypicalId: number | null
  channelVarname: string | null
  valCode: string | null
  izm: string | null
}

/** What things of one type of device mean (field-rules.md, section F). */
export interface Meanings {
  /** Differs when the answers do. */
  digest: string
  channel: (channel: MeasuredChannel & { archiveType: string; counts: boolean }) => ChannelMeaning
  setting: (setting: { channelName: string; unitName: string | null }) => SettingMeaning
  message: (message: MetMessage) => MessageMeaning
}

/** What the words and codes alone tell. */
export const PLAIN_MEANINGS: Meanings = {
  digest: 'plain',
  channel: ({ counts, ...channel }) => ({ quantity: quantityOf(channel, counts), basis: null }),
  setting: () => ({ role: 'none', quantity: null }),
  message({ texts, messageTypicalId }) {
    const said = texts.map(roleOfText).find(({ role }) => role !== 0)
    if (!said) return { role: 'none', quantity: null, subject: '' }
    const subject = messageTypicalId === null ? said.subject : `t${messageTypicalId}`
    return { role: said.role === 1 ? 'situationBegins' : 'situationEnds', quantity: null, subject }
  },
}
