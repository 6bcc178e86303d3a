import type { Context } from '../context.ts'
import type { EventScope } from './event-filter.ts'
import type { Stretch } from './event-ranks.ts'
import { saidIn, type Said } from './event-rows.ts'

/** Events as the file keeps them, as columns: when, the ids of their series, and the ids of what they say. */
export interface EventKeys {
  atMs: ArrayLike<number>
  seriesIds: ArrayLike<number>
  contentIds: ArrayLike<number>
}

/** Events as ids, for who reads a whole log and looks up once what many events share. */
export function eventKeysIn({ db, statement }: Context) {
  const contents = db
    .prepare<[string], [number, string]>('SELECT id, entries FROM event_content WHERE id IN (SELECT value FROM json_each(?))')
    .raw()
  const series = db
    .prepare<[string], [number, number, string]>(
      'SELECT id, equipment_id, archive_type FROM series WHERE id IN (SELECT value FROM json_each(?))',
    )
    .raw()

  return {
    /** The events of a stretch, in order of time. */
    read({ source, ofSeries, ofContent, values }: EventScope, { fromMs, toMs }: Stretch, desc: boolean): EventKeys {
      const direction = desc ? 'DESC' : 'ASC'
      // Three lists cost less than a list a row. SQLite keeps the order of a subquery for what gathers its rows.
      const [atMs = '[]', seriesIds = '[]', contentIds = '[]'] =
        statement<[string, string, string]>(
          `SELECT json_group_array(at_ms), json_group_array(series_id), json_group_array(content_id) FROM (
           SELECT at_ms, series_id, content_id FROM ${source}
           WHERE at_ms >= @fromMs AND at_ms < @toMs ${ofSeries} ${ofContent}
           ORDER BY at_ms ${direction}, series_id ${direction}, content_id ${direction})`,
          'raw',
        ).get({ ...values, fromMs, toMs }) ?? []
      const list = (json: string) => JSON.parse(json) as number[]
      return { atMs: list(atMs), seriesIds: list(seriesIds), contentIds: list(contentIds) }
    },
    /** The words of contents, by the contents' ids. */
    said: (ids: readonly number[]): [id: number, said: Said][] => contents.all(JSON.stringify(ids)).map(([id, json]) => [id, saidIn(json)]),
    /** The devices and archives of series, by their ids. */
    places: (ids: readonly number[]): { id: number; equipmentId: number; archiveType: string }[] =>
      series.all(JSON.stringify(ids)).map(([id, equipmentId, archiveType]) => ({ id, equipmentId, archiveType })),
  }
}
