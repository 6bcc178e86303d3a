import { typedWords } from '../../contract/folding.ts'
import type { Context } from '../context.ts'
import { matching } from '../search/match.ts'
import type { EventFilter } from './event-question.ts'

/** A text `t` that has a message's code and description. */
export const SAID = `t.code IS m.value ->> 'code' AND t.description IS m.value ->> 'description'`

type OfContent = Pick<EventFilter, 'text' | 'codes' | 'messages'>

/** Finds the contents that pass a filter: a byte for each id, 1 for those that pass; null where all do. */
export function contentMasksIn({ statement }: Context) {
  return function masksOf({ text = '', codes, messages }: OfContent): Buffer | null {
    const values: Record<string, string> = {}
    const conditions: string[] = []
    typedWords(text).forEach((word, at) => {
      const match = matching('event', word)
      if (!match) return
      // Every match names its values alike: a number tells those of each word apart.
      const sql = match.sql.replace(/@(\w+)/g, `@$1_${at}`)
      for (const [name, value] of Object.entries(match.values)) values[`${name}_${at}`] = value
      values[`detail_${at}`] = word
      conditions.push(`(c.text_id IN (${sql}) OR instr(c.detail, @detail_${at}) > 0)`)
    })
    if (codes) {
      values.codes = JSON.stringify(codes)
      conditions.push('c.text_id IN (SELECT id FROM event_text WHERE code IN (SELECT value FROM json_each(@codes)))')
    }
    if (messages) {
      values.messages = JSON.stringify(messages)
      conditions.push(`c.text_id IN (SELECT t.id FROM json_each(@messages) m JOIN event_text t ON ${SAID})`)
    }
    if (conditions.length === 0) return null
    const last = statement<number>('SELECT max(id) FROM event_content', 'pluck').get({}) ?? 0
    const wanted = statement<number>(`SELECT c.id FROM event_content c WHERE ${conditions.join(' AND ')}`, 'pluck')
    return maskOf(wanted.iterate(values), last)
  }
}

/** A byte for each id from 1 to `last`, 1 for those in the list: SQLite tests one in the same time however long the list is. */
export function maskOf(ids: Iterable<number>, last: number): Buffer {
  const mask = Buffer.alloc(last)
  for (const id of ids) mask[id - 1] = 1
  return mask
}
