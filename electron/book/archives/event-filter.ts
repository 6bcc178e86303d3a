import { EVENT_ARCHIVES } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'
import { contentMasksIn, maskOf, SAID } from './content-mask.ts'
import { ALL_SERIES } from './event-buckets.ts'
import type { EventFilter } from './event-question.ts'

/** A filter as SQL, without its times. */
export interface EventScope {
  /** The table `event e`, with the index to read it by. */
  source: string
  /** The series in `event_bucket` that together count every event that passes. */
  buckets: readonly number[]
  /** Whether they count no other event. */
  isCounted: boolean
  /** A condition on the column `series_id`, beginning with AND; '' where every series passes. */
  ofSeries: string
  /** A condition on the content of `e`, beginning with AND; '' where every content passes. */
  ofContent: string
  values: Record<string, string | Buffer>
}

type OfContent = Pick<EventScope, 'ofContent' | 'values'>

/** How many conditions on contents are kept: one serves every page and every archive that is counted with it. */
const KEPT = 8
/**
 * Reading by device costs a lookup for each series and stretch of time, reading by time costs a glance at every event.
 * By time is quicker once the number of series, times their share of all events, exceeds this.
 */
const MANY_SERIES = 100

/** An event `e` that says a message in the archive to which the message is limited. */
const SAID_THERE = `EXISTS (
  SELECT 1 FROM event_content c JOIN event_text t ON t.id = c.text_id JOIN json_each(@messages) m ON ${SAID}
    JOIN series s ON s.id = e.series_id
  WHERE c.id = e.content_id AND coalesce(m.value ->> 'archiveType', s.archive_type) = s.archive_type)`

/** Turns filters into SQL. */
export function eventScopesIn(book: Context) {
  const { db, statement, versions } = book
  const masksOf = contentMasksIn(book)
  const contentsOf = answersFor<OfContent>(versions.data, KEPT)
  const allEvents = db.prepare<[number], number>('SELECT total(events) FROM event_bucket WHERE series_id = ?').pluck()

  /** Few series are read by device, many by time. */
  function ofSeries({ equipmentIds, archiveTypes }: EventFilter): EventScope {
    const byTime = { source: 'event e INDEXED BY event_by_time', buckets: [ALL_SERIES], ofContent: '' }
    if (!equipmentIds && !archiveTypes) return { ...byTime, isCounted: true, ofSeries: '', values: {} }
    const rows = statement<[number, number]>(
      `SELECT id, records FROM series WHERE records > 0 AND archive_type IN (SELECT value FROM json_each(@archives))
       AND equipment_id ${equipmentIds ? 'IN (SELECT value FROM json_each(@equipment))' : 'IS NOT NULL'} ORDER BY id`,
      'raw',
    ).all({
      archives: JSON.stringify(archiveTypes ?? EVENT_ARCHIVES),
      ...(equipmentIds && { equipment: JSON.stringify(equipmentIds) }),
    })
    const ids = rows.map(([id]) => id)
    const events = rows.reduce((sum, [, records]) => sum + records, 0)
    if (ids.length * events > MANY_SERIES * (allEvents.get(ALL_SERIES) ?? 0)) {
      const values = { series: maskOf(ids, ids.at(-1) ?? 0) }
      return { ...byTime, isCounted: false, ofSeries: isMasked('series', 'series_id'), values }
    }
    return {
      source: 'event e',
      buckets: ids,
      isCounted: true,
      ofSeries: 'AND series_id IN (SELECT value FROM json_each(@series))',
      ofContent: '',
      values: { series: JSON.stringify(ids) },
    }
  }

  /** Leaves out what devices logged at other stations. */
  function ofTimes({ logTimes = [] }: EventFilter): string {
    const conditions = logTimes.flatMap(({ equipmentId, logAfterMs, logToMs }) => {
      const ids = statement<number>('SELECT id FROM series WHERE equipment_id = @equipmentId AND records > 0', 'pluck').all({ equipmentId })
      const outside = [
        ...(logAfterMs === null ? [] : [`at_ms <= ${Math.floor(logAfterMs)}`]),
        ...(logToMs === null ? [] : [`at_ms > ${Math.ceil(logToMs)}`]),
      ]
      return ids.length === 0 || outside.length === 0 ? [] : [` AND NOT (series_id IN (${ids.join(', ')}) AND (${outside.join(' OR ')}))`]
    })
    return conditions.join('')
  }

  function ofContent(filter: EventFilter): OfContent {
    const contents = masksOf(filter)
    if (!contents) return { ofContent: '', values: {} }
    const ofContent = isMasked('contents', 'e.content_id')
    const { messages } = filter
    if (!messages?.some(({ archiveType }) => archiveType !== null)) return { ofContent, values: { contents } }
    return { ofContent: `${ofContent} AND ${SAID_THERE}`, values: { contents, messages: JSON.stringify(messages) } }
  }

  return (filter: EventFilter): EventScope => {
    const series = ofSeries(filter)
    const content = contentsOf(JSON.stringify([filter.text, filter.codes, filter.messages]), () => ofContent(filter))
    const scoped = { ...series, ...content, ofContent: `${content.ofContent}${ofTimes(filter)}` }
    return { ...scoped, isCounted: series.isCounted && scoped.ofContent === '', values: { ...series.values, ...content.values } }
  }
}

const isMasked = (mask: string, column: string) => `AND substr(@${mask}, ${column}, 1) = x'01'`
