import type { Verbatim } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { shown } from './event-content.ts'
import type { EventScope } from './event-filter.ts'
import type { Stretch } from './event-ranks.ts'
import { isObject, parseStored } from '../file/stored.ts'

/** What an event says: four entries as text, null where the event lacks them, and all entries verbatim. */
export interface Said {
  code: string | null
  codeDescription: string | null
  valCode: string | null
  izm: string | null
  /** Events of one listing that say the same mostly share this object, so what is derived from it can be kept with it. */
  entries: Record<string, Verbatim>
}

/** An event as it is listed. */
export interface EventRow extends Said {
  equipmentId: number
  archiveType: string
  atMs: number
}

/** A part of the events of a stretch; `limit` -1 means all after `skip`. */
interface Window {
  desc: boolean
  skip: number
  limit: number
}

/** How many contents a reader remembers: devices repeat themselves. */
const REMEMBERED = 20_000

/** Makes readers of events in order of time, one for each listing: a reader remembers contents, which may be many. */
export function eventRowsIn({ db, statement }: Context) {
  const contentsOf = db
    .prepare<[string], [number, string]>('SELECT id, entries FROM event_content WHERE id IN (SELECT value FROM json_each(?))')
    .raw()

  return () => {
    const contents = new Map<number, Said>()

    function remember(ids: readonly number[]): void {
      if (contents.size > REMEMBERED) contents.clear()
      const missing = new Set(ids.filter((id) => !contents.has(id)))
      if (missing.size === 0) return
      for (const [id, json] of contentsOf.all(JSON.stringify([...missing]))) contents.set(id, saidIn(json))
    }

    /** The events of a place and a content each, with what they say. */
    function at(places: readonly (Pick<EventRow, 'equipmentId' | 'archiveType' | 'atMs'> & { contentId: number })[]) {
      remember(places.map(({ contentId }) => contentId))
      const events: EventRow[] = []
      for (const { equipmentId, archiveType, atMs, contentId } of places) {
        const said = contents.get(contentId)
        if (!said) continue
        // Spreading it would be slower, and there may be a million rows.
        const { code, codeDescription, valCode, izm, entries } = said
        events.push({ equipmentId, archiveType, atMs, code, codeDescription, valCode, izm, entries })
      }
      return events
    }

    function read(
      { source, ofSeries, ofContent, values }: EventScope,
      { fromMs, toMs }: Stretch,
      { desc, skip, limit }: Window,
    ): EventRow[] {
      const direction = desc ? 'DESC' : 'ASC'
      const order = `at_ms ${direction}, series_id ${direction}, content_id ${direction}`
      const rows = statement<[number, number, number, string]>(
        `SELECT k.at_ms, k.content_id, s.equipment_id, s.archive_type FROM (
           SELECT series_id, at_ms, content_id FROM ${source}
           WHERE at_ms >= @fromMs AND at_ms < @toMs ${ofSeries} ${ofContent} ORDER BY ${order} LIMIT @limit OFFSET @skip
         ) k JOIN series s ON s.id = k.series_id ORDER BY ${order}`,
        'raw',
      ).all({ ...values, fromMs, toMs, limit, skip })
      return at(rows.map(([atMs, contentId, equipmentId, archiveType]) => ({ atMs, contentId, equipmentId, archiveType })))
    }
    return { read, at }
  }
}

/** What the JSON of an `event_content` says. */
export function saidIn(json: string): Said {
  const entries = parseStored<Record<string, Verbatim>>(json, 'event_content', isObject)
  return {
    code: shown(entries.Code),
    codeDescription: shown(entries.CodeDescription),
    valCode: shown(entries.ValCode),
    izm: shown(entries.Izm),
    entries,
  }
}
