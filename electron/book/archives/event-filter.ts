import { EVENT_ARCHIVES, type EventArchive } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { matching } from '../search/match.ts'
import { wordsOf } from '../search/text.ts'

/** Which events; what is left out does not narrow. */
export interface EventFilter {
  equipmentIds?: readonly number[]
  archiveTypes?: readonly string[]
  /** Between two moments, both included. */
  fromMs?: number
  toMs?: number
  /** Every word must be in the code, description or another entry, in any case. */
  text?: string
  codes?: readonly string[]
  /** One of these. */
  messages?: readonly EventMessage[]
}

/**
 * What an event says: its code and its own description. The same code has other meanings beside other descriptions;
 * where an event has no description, its archive's reference says what the code means.
 */
export interface EventMessage {
  code: string | null
  description: string | null
  /** In this archive only; null: in any. */
  archiveType: EventArchive | null
}

/** An archive that a filter looks into. */
interface EventSeries {
  id: number
  equipmentId: number
  archiveType: string
}

/** A filter made ready: the archives, and a condition on `event e` for what else it asks. */
export interface EventScope {
  series: ReadonlyMap<number, EventSeries>
  /** '' where contents do not matter. */
  condition: string
  values: Record<string, string | number>
}

/** Up to so many contents are named by number; more are looked at one by one. */
const NAMED_CONTENTS = 2_000

/** A text that is what a message says. */
const SAID = `t.code IS m.value ->> 'code' AND t.description IS m.value ->> 'description'`
/** An event that says a message in an archive that the message is of. */
const SAID_THERE = `EXISTS (
  SELECT 1 FROM event_content c JOIN event_text t ON t.id = c.text_id JOIN json_each(@messages) m ON ${SAID}
    JOIN series s ON s.id = e.series_id
  WHERE c.id = e.content_id AND coalesce(m.value ->> 'archiveType', s.archive_type) = s.archive_type)`

/** Makes filters ready. */
export function eventScopesIn({ statement }: Context) {
  return (filter: EventFilter): EventScope => {
    const values: Record<string, string | number> = {}
    const archives = JSON.stringify(filter.archiveTypes ?? EVENT_ARCHIVES)
    const equipment = filter.equipmentIds
      ? 'AND equipment_id IN (SELECT value FROM json_each(@equipment))'
      : 'AND equipment_id IS NOT NULL'
    const rows = statement<[number, number, string]>(
      `SELECT id, equipment_id, archive_type FROM series
       WHERE archive_type IN (SELECT value FROM json_each(@archives)) AND records > 0 ${equipment} ORDER BY id`,
      'raw',
    ).all(filter.equipmentIds ? { archives, equipment: JSON.stringify(filter.equipmentIds) } : { archives })
    const series = new Map(rows.map(([id, equipmentId, archiveType]) => [id, { id, equipmentId, archiveType }]))

    const conditions: string[] = []
    wordsOf(filter.text ?? '').forEach((word, at) => {
      const match = matching('event', word)
      if (!match) return
      // The names in a match are its own; each word's get a number.
      const sql = match.sql.replace(/@(\w+)/g, `@$1_${at}`)
      for (const [name, value] of Object.entries(match.values)) values[`${name}_${at}`] = value
      values[`detail_${at}`] = word
      conditions.push(`(c.text_id IN (${sql}) OR instr(c.detail, @detail_${at}) > 0)`)
    })
    if (filter.codes) {
      values.codes = JSON.stringify(filter.codes)
      conditions.push('c.text_id IN (SELECT id FROM event_text WHERE code IN (SELECT value FROM json_each(@codes)))')
    }
    let inArchive = ''
    if (filter.messages) {
      values.messages = JSON.stringify(filter.messages)
      conditions.push(`c.text_id IN (SELECT t.id FROM json_each(@messages) m JOIN event_text t ON ${SAID})`)
      if (filter.messages.some(({ archiveType }) => archiveType !== null)) inArchive = `AND ${SAID_THERE}`
    }
    if (conditions.length === 0) return { series, condition: '', values: {} }

    const wanted = conditions.join(' AND ')
    const contents = statement<number>(
      `SELECT c.id FROM event_content c WHERE ${wanted} LIMIT ${NAMED_CONTENTS + 1}`,
      'pluck',
    ).all(values)
    if (contents.length <= NAMED_CONTENTS) {
      const condition = `AND +e.content_id IN (SELECT value FROM json_each(@contents)) ${inArchive}`
      const named = { contents: JSON.stringify(contents) }
      return { series, condition, values: inArchive === '' ? named : { ...named, messages: values.messages ?? '' } }
    }
    return {
      series,
      condition: `AND EXISTS (SELECT 1 FROM event_content c WHERE c.id = e.content_id AND ${wanted}) ${inArchive}`,
      values,
    }
  }
}
