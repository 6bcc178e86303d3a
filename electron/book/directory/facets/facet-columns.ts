import { FACET_WORDS, type StationFacet } from '../../../contract/station-facets.ts'
import { lastDayOver } from '../../../contract/time/day.ts'
import { latestMs, RECENT_ALARM_MS, silenceOf } from '../../../contract/time/stale.ts'
import { MINUTE_MS } from '../../../contract/time/units.ts'
import type { Context } from '../../context.ts'
import { fromCell } from '../../file/layout.ts'
import { answersFor } from '../../file/version.ts'
import { textOf } from '../../search/text.ts'
import { findingColumn } from './finding-column.ts'
import { columnOf, groupsOf, judged, type FacetColumn } from './facet-column.ts'

type Columns = Readonly<Record<StationFacet, () => FacetColumn>>

/** The columns of `station` that facets are made of, and how their cells come. */
interface Cells {
  customer_id: number | null
  status_name_value: unknown
  equipment_brand_name: unknown
  equipment_type_varname: unknown
  last_seance_event_ms: number | null
  unlisted_at_ms: number | null
  equipment_id: number | null
  telemetry_id: number | null
}
type Lists = { [Column in keyof Cells]: Cells[Column][] }
const EMPTY = (): Lists => ({
  customer_id: [],
  status_name_value: [],
  equipment_brand_name: [],
  equipment_type_varname: [],
  last_seance_event_ms: [],
  unlisted_at_ms: [],
  equipment_id: [],
  telemetry_id: [],
})

/**
 * The facets of all stations, by place of the station index. What the lists say is read once for each change of them, what
 * the archives say with each change of the book, each column when it is asked for first.
 */
export function facetColumnsOf({ db, now, stationIndex, stationText, versions }: Context): Columns {
  const KEPT = 16
  const fromLists = answersFor<FacetColumn>(stationText.version, KEPT)
  const fromArchives = answersFor<FacetColumn>(versions.any, KEPT)
  const lists = answersFor<Lists>(stationText.version, 1)

  /** The columns in the order of places, read together: most of the time goes into the rows. */
  function readLists(): Lists {
    const { placeOf } = stationIndex()
    const inPlace = EMPTY()
    const columns = Object.keys(inPlace) as (keyof Cells)[]
    const into = Object.values(inPlace) as unknown[][]
    const rows = db.prepare<[], unknown[]>(`SELECT id, ${columns.join(', ')} FROM station ORDER BY name_key = '', name_key, id`)
    for (const row of rows.raw().all()) {
      const place = placeOf(row[0] as number) ?? 0
      for (let at = 0; at < into.length; at++) {
        const cells = into[at]
        if (cells) cells[place] = row[at + 1]
      }
    }
    return inPlace
  }
  const cells = <Column extends keyof Cells>(column: Column): Lists[Column] => lists('', readLists)[column]
  const texts = (column: keyof Cells) => columnOf(cells(column).map((cell) => textOf(fromCell(cell))))
  const idsOf = (sql: string, ...values: number[]) =>
    new Set(
      db
        .prepare<number[], number>(sql)
        .pluck()
        .all(...values),
    )

  function consumers(): FacetColumn {
    const names = new Map(db.prepare<[], [number, string | null]>('SELECT id, name FROM consumer').raw().all())
    const keys = cells('customer_id').map((id) => (id === null ? '' : String(id)))
    return columnOf(keys, (key) => (key === '' ? null : (names.get(Number(key)) ?? null)))
  }

  /** A station belongs to the providers whose lists name its consumer, and to all above them. */
  function providers(): FacetColumn {
    const { groups, values: owners } = fromLists('consumer', consumers)
    const rows = db.prepare<[], [number, string | null, number | null]>('SELECT id, name, parent_id FROM provider ORDER BY id').raw().all()
    const codes = new Map(rows.map(([id], code) => [id, code]))
    const parents = new Map(rows.map(([id, , parent]) => [id, parent]))
    const lists = Map.groupBy(
      db.prepare<[], [number, number]>('SELECT consumer_id, provider_id FROM consumer_provider').raw().all(),
      ([consumerId]) => String(consumerId),
    )
    const none = rows.length
    const valuesOf = owners.map(({ value }) => {
      const found = new Set<number>()
      for (const [, providerId] of lists.get(value) ?? []) {
        for (let id: number | null | undefined = providerId; id !== null && id !== undefined; id = parents.get(id)) {
          const code = codes.get(id)
          if (code === undefined || found.has(code)) break
          found.add(code)
        }
      }
      return found.size > 0 ? [...found] : [none]
    })
    const values = [...rows.map(([id, name]) => ({ value: String(id), name })), { value: '', name: null }]
    return { values, groups, valuesOf }
  }

  function silence(): FacetColumn {
    const words = FACET_WORDS.silence
    const code = Object.fromEntries(words.map((word, at) => [word, at])) as Record<(typeof words)[number], number>
    const nowMs = now()
    return judged(
      words,
      groupsOf(cells('last_seance_event_ms'), (ms) => code[silenceOf(ms, nowMs)]),
    )
  }

  function alarms(): FacetColumn {
    const newest = new Map(
      db
        .prepare<{ nowMs: number }, [number, number | null]>(
          `SELECT equipment_id, max(iif(last_ms <= @nowMs, last_ms,
             (SELECT max(at_ms) FROM event WHERE series_id = series.id AND at_ms <= @nowMs)))
           FROM series WHERE archive_type = 'alarm' AND records > 0 AND equipment_id IS NOT NULL GROUP BY equipment_id`,
        )
        .raw()
        // An alarm that has not been yet has a wrong stamp.
        .all({ nowMs: latestMs(now()) }),
    )
    const words = FACET_WORDS.alarms
    const [recent, earlier, none] = [words.indexOf('recent'), words.indexOf('earlier'), words.indexOf('none')]
    const sinceMs = now() - RECENT_ALARM_MS
    return judged(
      words,
      groupsOf(cells('equipment_id'), (id) => {
        const ms = id === null ? undefined : newest.get(id)
        return ms === undefined || ms === null ? none : ms >= sinceMs ? recent : earlier
      }),
    )
  }

  /**
   * As the list of gaps has it (coverage/holes.ts): a day that failed, that is over and not whole, that waits for a
   * session although the next day is over too, or that lies unasked between two that were asked.
   */
  function completeness(): FacetColumn {
    const over = lastDayOver(now())
    const rows = db
      .prepare<number[], [number | null, number | null, number]>(
        `SELECT s.equipment_id, s.telemetry_id, max(
             state = 3 OR (state IN (4, 5) AND from_day <= iif(known_session_ms IS NULL, ?, ?)))
           OR max(to_day) - min(from_day) + 1 > sum(to_day - from_day + 1)
         FROM coverage_run r JOIN series s ON s.id = r.series_id GROUP BY r.series_id`,
      )
      .raw()
      .all(over, over - 1)
    const lacks = { equipment: new Map<number | null, number>(), telemetry: new Map<number | null, number>() }
    for (const [equipmentId, telemetryId, isLacking] of rows) {
      const [of, id] = equipmentId === null ? [lacks.telemetry, telemetryId] : [lacks.equipment, equipmentId]
      of.set(id, Math.max(of.get(id) ?? 0, isLacking))
    }
    const words = FACET_WORDS.completeness
    const [complete, incomplete] = [words.indexOf('complete'), words.indexOf('incomplete')]
    const telemetry = cells('telemetry_id')
    const groups = groupsOf(cells('equipment_id'), (id, place) => {
      const known = Math.max(lacks.equipment.get(id) ?? -1, lacks.telemetry.get(telemetry[place] ?? null) ?? -1)
      return known < 0 ? words.indexOf('unasked') : known > 0 ? incomplete : complete
    })
    return judged(words, groups)
  }

  function data(): FacetColumn {
    const devices = idsOf('SELECT DISTINCT equipment_id FROM series WHERE records > 0 AND equipment_id IS NOT NULL')
    const heard = idsOf('SELECT telemetry_id FROM station s WHERE EXISTS (SELECT 1 FROM session WHERE telemetry_id = s.telemetry_id)')
    const words = FACET_WORDS.data
    const telemetry = cells('telemetry_id')
    const groups = groupsOf(cells('equipment_id'), (id, place) => {
      const unit = telemetry[place] ?? null
      const has = (id !== null && devices.has(id)) || (unit !== null && heard.has(unit))
      return words.indexOf(has ? 'yes' : 'no')
    })
    return judged(words, groups)
  }

  const listing = () => {
    const words = FACET_WORDS.listing
    return judged(
      words,
      groupsOf(cells('unlisted_at_ms'), (ms) => words.indexOf(ms === null ? 'listed' : 'unlisted')),
    )
  }

  const minute = () => Math.floor(now() / MINUTE_MS)

  return {
    status: () => fromLists('status', () => texts('status_name_value')),
    model: () => fromLists('model', () => texts('equipment_brand_name')),
    type: () => fromLists('type', () => texts('equipment_type_varname')),
    consumer: () => fromLists('consumer', consumers),
    provider: () => fromLists('provider', providers),
    listing: () => fromLists('listing', listing),
    // Time alone moves stations between these: they are judged anew each minute.
    silence: () => fromLists(`silence ${minute()}`, silence),
    finding: () => fromArchives('finding', () => findingColumn(db, stationIndex())),
    alarms: () => fromArchives(`alarms ${minute()}`, alarms),
    completeness: () => fromArchives(`completeness ${lastDayOver(now())}`, completeness),
    data: () => fromArchives('data', data),
  }
}
