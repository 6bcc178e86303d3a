import type { Database } from 'better-sqlite3'
import type { Verbatim } from '../../contract/records.ts'
import { shown } from './event-content.ts'
import type { EventScope } from './event-filter.ts'
import type { Stretch } from './event-ranks.ts'
import { statementsIn } from '../file/statements.ts'
import { isObject, parseStored } from '../file/stored.ts'
import { transactionsIn } from '../file/transactions.ts'

/** What an event says: four entries as text, null where the event lacks them, and all entries verbatim. */
interface Said {
  code: string | null
  codeDescription: string | null
  valCode: string | null
  izm: string | null
  /** Events of one listing that say the same mostly share this object, so what is derived from it can be kept with it. */
  entries: Record<string, Verbatim>
}

interface Archive {
  equipmentId: number
  archiveType: string
}

/** An event as it is listed. */
export interface EventRow extends Archive, Said {
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
export function eventRowsIn(db: Database) {
  const statement = statementsIn(db)
  const archives = new Map<number, Archive>()
  transactionsIn(db).onRollback(() => archives.clear())
  const archivesOf = db
    .prepare<[string], [number, number, string]>(
      'SELECT id, equipment_id, archive_type FROM series WHERE id IN (SELECT value FROM json_each(?))',
    )
    .raw()
  const contentsOf = db
    .prepare<[string], [number, string]>(
      'SELECT id, entries FROM event_content WHERE id IN (SELECT value FROM json_each(?))',
    )
    .raw()

  return () => {
    const contents = new Map<number, Said>()

    function remember(seriesIds: readonly number[], contentIds: readonly number[]): void {
      if (contents.size > REMEMBERED) contents.clear()
      const newArchives = missing(archives, seriesIds)
      if (newArchives)
        for (const [id, equipmentId, archiveType] of archivesOf.all(newArchives))
          archives.set(id, { equipmentId, archiveType })
      const newContents = missing(contents, contentIds)
      if (newContents) for (const [id, json] of contentsOf.all(newContents)) contents.set(id, saidIn(json))
    }

    return function read(
      { source, ofSeries, ofContent, values }: EventScope,
      { fromMs, toMs }: Stretch,
      { desc, skip, limit }: Window,
    ): EventRow[] {
      const direction = desc ? 'DESC' : 'ASC'
      const rows = statement<[number, number, number]>(
        `SELECT series_id, at_ms, content_id FROM ${source}
         WHERE at_ms >= @fromMs AND at_ms < @toMs ${ofSeries} ${ofContent}
         ORDER BY at_ms ${direction}, series_id ${direction}, content_id ${direction} LIMIT @limit OFFSET @skip`,
        'raw',
      ).all({ ...values, fromMs, toMs, limit, skip })
      remember(
        rows.map(([seriesId]) => seriesId),
        rows.map(([, , contentId]) => contentId),
      )
      const events: EventRow[] = []
      for (const [seriesId, atMs, contentId] of rows) {
        const archive = archives.get(seriesId)
        const said = contents.get(contentId)
        if (!archive || !said) continue
        // Spreading the two objects would be slower, and there may be a million rows.
        const { equipmentId, archiveType } = archive
        const { code, codeDescription, valCode, izm, entries } = said
        events.push({ equipmentId, archiveType, atMs, code, codeDescription, valCode, izm, entries })
      }
      return events
    }
  }
}

function saidIn(json: string): Said {
  const entries = parseStored<Record<string, Verbatim>>(json, 'event_content', isObject)
  return {
    code: shown(entries.Code),
    codeDescription: shown(entries.CodeDescription),
    valCode: shown(entries.ValCode),
    izm: shown(entries.Izm),
    entries,
  }
}

/** The ids that a map lacks, as JSON; null where it has all. */
function missing(known: ReadonlyMap<number, unknown>, ids: readonly number[]): string | null {
  const lacking = ids.filter((id) => !known.has(id))
  return lacking.length === 0 ? null : JSON.stringify([...new Set(lacking)])
}
