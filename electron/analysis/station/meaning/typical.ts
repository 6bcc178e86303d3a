import type { MessageRole } from '../../../contract/meaning.ts'
import type { TableRow } from '../../../contract/meaning-table.ts'
import type { EventArchive } from '../../../contract/records.ts'
import { rowOfTexts, typicalKey, type TypicalRows } from './messages.ts'

/** Messages of different makers are brought together by `message_typical_id`. */

interface TypicalMessage {
  archiveType: EventArchive
  texts: readonly string[]
  messageTypicalId: number | null
}

/** One typical message may both shut and open: which of the two its own words tell. */
const BY_WORDS: ReadonlySet<MessageRole> = new Set<MessageRole>([
  'situationBegins',
  'situationEnds',
  'substituteBegins',
  'substituteEnds',
  'valveShut',
  'valveOpen',
  'powerOff',
  'powerOn',
])

/**
 * What most makers' words say of a typical message, for those whose words say nothing or something else. Of roles that
 * come in twos each message's own words tell.
 * @param messages the reference's, of all types of devices
 */
export function typicalRows(messages: readonly TypicalMessage[]): TypicalRows {
  const votes = new Map<string, { all: number; rows: Map<TableRow, number> }>()
  for (const { archiveType, texts, messageTypicalId } of messages) {
    const row = messageTypicalId === null ? undefined : rowOfTexts(texts, archiveType)
    // A row for a whole archive says nothing of the message itself.
    if (messageTypicalId === null || row?.pattern === undefined) continue
    const key = typicalKey(archiveType, messageTypicalId)
    const vote = votes.get(key) ?? { all: 0, rows: new Map<TableRow, number>() }
    vote.all++
    vote.rows.set(row, (vote.rows.get(row) ?? 0) + 1)
    votes.set(key, vote)
  }
  const agreed = new Map<string, TableRow>()
  for (const [key, { all, rows }] of votes)
    for (const [row, count] of rows) if (count * 2 > all && !BY_WORDS.has(row.role as MessageRole)) agreed.set(key, row)
  return agreed
}
