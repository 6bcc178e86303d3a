import { typedWords } from '../../contract/folding.ts'

const SOURCES = {
  event: { table: 'event_text', id: 'id', index: 'event_search' },
} as const

/** Trigrams say nothing about words of fewer characters. */
const INDEXED_LENGTH = 3

/** A query that selects ids, and the values it names. */
export interface Match {
  sql: string
  values: Record<string, string>
}

/** Whether a word is too short for the trigram index. */
function isShort(word: string): boolean {
  return [...word].length < INDEXED_LENGTH
}

/**
 * The rows whose folded text has every word of `typed`; null if it has no words. Words of three characters and more
 * are looked up in the trigram index, each as a quoted phrase, so nothing that is typed is FTS syntax; shorter ones are
 * looked for in the folded text itself.
 */
export function matching(source: keyof typeof SOURCES, typed: string): Match | null {
  const { table, id, index } = SOURCES[source]
  const words = typedWords(typed)
  if (words.length === 0) return null
  const values: Record<string, string> = {}
  const long = words.filter((word) => !isShort(word))
  const short = words.filter(isShort)
  if (long.length > 0) values.match = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
  const scans = short.map((word, at) => {
    values[`word${at}`] = word
    return `instr(t.folded, @word${at}) > 0`
  })
  if (long.length === 0) return { sql: `SELECT t.${id} FROM ${table} t WHERE ${scans.join(' AND ')}`, values }
  const join = scans.length > 0 ? `JOIN ${table} t ON t.${id} = f.rowid` : ''
  const where = [`f.${index} MATCH @match`, ...scans].join(' AND ')
  return { sql: `SELECT f.rowid FROM ${index} f ${join} WHERE ${where}`, values }
}
