import { NOTE_KINDS, type NoteKind } from '../../contract/note-words.ts'
import { typedWords } from '../../contract/folding.ts'

/** Which notes; what is absent does not matter. */
export interface NoteFilter {
  stationIds?: readonly number[]
  kinds?: readonly NoteKind[]
  /** Every word is in the text or the author. */
  text?: string
  /** Notes that touch this time, both ends included, Unix ms. */
  fromMs?: number
  toMs?: number
  /** The deleted ones whose text is still there, in place of the others. */
  deleted?: boolean
}

/** A kind that a newer program has made is another one to this program. */
export const KIND = `iif(n.kind IN (${NOTE_KINDS.map((kind) => `'${kind}'`).join(', ')}), n.kind, 'other')`

/** The condition on `note n`, and the values that it names. */
export function conditionOf(filter: NoteFilter): { sql: string; values: Record<string, string | number> } {
  const { stationIds, kinds, text = '', fromMs, toMs, deleted = false } = filter
  const values: Record<string, string | number> = {}
  const parts = [deleted ? 'n.deleted_at_ms IS NOT NULL AND n.folded IS NOT NULL' : 'n.deleted_at_ms IS NULL']
  const one = (name: string, value: string | number, sql: string) => {
    values[name] = value
    parts.push(sql)
  }
  if (stationIds) one('stations', JSON.stringify(stationIds), 'n.station_id IN (SELECT value FROM json_each(@stations))')
  if (kinds) one('kinds', JSON.stringify(kinds), `${KIND} IN (SELECT value FROM json_each(@kinds))`)
  if (fromMs !== undefined) one('fromMs', fromMs, 'coalesce(n.to_ms, n.from_ms) >= @fromMs')
  if (toMs !== undefined) one('toMs', toMs, 'n.from_ms <= @toMs')
  typedWords(text).forEach((word, at) => one(`word${at}`, word, `instr(n.folded, @word${at}) > 0`))
  return { sql: parts.join(' AND '), values }
}
