import { deviceTimeKey, type DeviceTime } from '../../contract/device-time.ts'
import { dayNumber, dayNumberAt, dayOf, FIRST_DAY, LAST_DAY } from '../../contract/time/day.ts'
import { DAY_MS, SECOND_MS } from '../../contract/time/units.ts'
import type { Day, ReadingView, Span } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'
import { COVERAGE_STATES, layOver, runsOf, type CoverageState, type Mark, type Run } from './coverage-runs.ts'
import type { SeriesKey } from '../archives/series.ts'
import { BESIDE_DAYS, recordDaysIn, type Owner } from './record-days.ts'

/** What is known of one day. */
export interface CoverageDay {
  day: Day
  state: CoverageState | 'never'
  fetchedAtMs: number | null
  records: number | null
}

/** Days in one state; `records` is the number on each of them. */
export interface CoverageSpan extends Span {
  state: CoverageState
  fetchedAtMs: number
  records: number | null
}

/** Days in one state, as download plans read them. */
export interface KnownRun extends Span {
  state: CoverageState
  fetchedAtMs: number
  knownSessionMs: number | null
}

/** An archive that was requested for any device, and the first day of it. */
export interface AskedArchive {
  archiveType: string
  view: ReadingView
  from: Day
}

export type CoverageTotals = Record<CoverageState, number> & { fetchedAtMs: number | null }

interface Archive {
  id: number
  equipmentId: number | null
  archiveType: string
  view: ReadingView
}

type RunRow = [from: number, to: number, state: number, fetchedAtMs: number, recordsADay: number | null, knownSessionMs: number | null]

/** Archives whose runs are kept at hand: whoever judges a station asks for each of its archives more than once. */
const KEPT = 24

/** All SQL that touches `coverage_run`, `coverage_total` and `calendar`. */
export function coverageIn({ db, atOnce, onRollback, series, changed, versions }: Context) {
  const kept = answersFor<readonly Run[]>(versions.data, KEPT)
  const columns = 'from_day, to_day, state, fetched_at_ms, records_a_day, known_session_ms'
  // Runs do not overlap, so of the earlier runs only the latest one can reach into the range.
  const touching = db
    .prepare<{ id: number; from: number; to: number }, RunRow>(
      `SELECT ${columns} FROM coverage_run WHERE series_id = @id AND from_day <= @to AND to_day >= @from AND from_day >= coalesce(
         (SELECT max(from_day) FROM coverage_run WHERE series_id = @id AND from_day <= @from), @from) ORDER BY from_day`,
    )
    .raw()
  const all = db.prepare<[number], RunRow>(`SELECT ${columns} FROM coverage_run WHERE series_id = ? ORDER BY from_day`).raw()
  const remove = db.prepare('DELETE FROM coverage_run WHERE series_id = ? AND from_day BETWEEN ? AND ?')
  const add = db.prepare(`INSERT INTO coverage_run (series_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const total = db.prepare(`
    INSERT INTO coverage_total (series_id, ${COVERAGE_STATES.join(', ')}, fetched_at_ms)
    SELECT @id, ${COVERAGE_STATES.map((_, at) => `coalesce(sum(iif(state = ${at + 1}, to_day - from_day + 1, 0)), 0)`).join(', ')},
      max(iif(state = 3, NULL, fetched_at_ms))
    FROM coverage_run WHERE series_id = @id
    ON CONFLICT (series_id) DO UPDATE SET ${COVERAGE_STATES.map((state) => `${state} = excluded.${state}`).join(', ')},
      fetched_at_ms = excluded.fetched_at_ms`)
  const sums = db.prepare<[], CoverageTotals>(`
    SELECT ${COVERAGE_STATES.map((state) => `coalesce(sum(${state}), 0) AS ${state}`).join(', ')},
      max(fetched_at_ms) AS fetchedAtMs FROM coverage_total`)
  const sumsByArchive = db.prepare<[], CoverageTotals & { archiveType: string; view: ReadingView }>(`
    SELECT s.archive_type AS archiveType, s."view", ${COVERAGE_STATES.map((state) => `sum(${state}) AS ${state}`).join(', ')},
      max(fetched_at_ms) AS fetchedAtMs
    FROM coverage_total t JOIN series s ON s.id = t.series_id GROUP BY s.archive_type, s."view" ORDER BY 1, 2`)
  const archivesOf = db.prepare<[number, number], Archive>(`
    SELECT id, equipment_id AS equipmentId, archive_type AS archiveType, "view" FROM series WHERE equipment_id = ?
    UNION ALL
    SELECT DISTINCT s.id, t.equipment_id, s.archive_type, s."view" FROM station_device t JOIN series s ON s.telemetry_id = t.telemetry_id
    WHERE t.equipment_id = ? ORDER BY 3, 4`)

  const records = recordDaysIn({ db })
  const asked = (condition: string) => `
    SELECT s.archive_type AS archiveType, s."view", date(min(r.from_day) * ${DAY_MS / SECOND_MS}, 'unixepoch') AS "from"
    FROM coverage_run r JOIN series s ON s.id = r.series_id ${condition} GROUP BY s.archive_type, s."view"`
  const askedOfAll = db.prepare<[], AskedArchive>(asked(''))
  const askedOf = db.prepare<[string], AskedArchive>(
    asked(`WHERE EXISTS (
      SELECT 1 FROM json_each(?) j JOIN station_device t ON t.station_id = j.value
      WHERE t.equipment_id = s.equipment_id OR t.telemetry_id = s.telemetry_id)`),
  )

  const edges = db.prepare<[], [number | null, number | null]>('SELECT min(day), max(day) FROM calendar').raw()
  const fill = db.prepare(`
    INSERT INTO calendar (day) WITH RECURSIVE d (day) AS (VALUES (?) UNION ALL SELECT day + 1 FROM d WHERE day < ?)
    SELECT day FROM d`)
  let calendar: { from: number; to: number } | null = null
  onRollback(() => (calendar = null))

  /** Extends the calendar, which is contiguous, to hold these days; a day out of the world is in no calendar. */
  function extendCalendar(askedFrom: number, askedTo: number): void {
    const [from, to] = [Math.max(askedFrom, dayNumber(FIRST_DAY)), Math.min(askedTo, dayNumber(LAST_DAY))]
    if (from > to) return
    if (!calendar) {
      const [first, last] = edges.get() ?? [null, null]
      if (first === null || last === null) {
        fill.run(from, to)
        calendar = { from, to }
        return
      }
      calendar = { from: first, to: last }
    }
    if (from < calendar.from) fill.run(from, calendar.from - 1)
    if (to > calendar.to) fill.run(calendar.to + 1, to)
    calendar = { from: Math.min(from, calendar.from), to: Math.max(to, calendar.to) }
  }

  function lay(id: number, news: readonly Run[]): void {
    const first = news[0]
    const last = news.at(-1)
    if (!first || !last) return
    const around = touching.all({ id, from: first.from - 1, to: last.to + 1 }).map(runOf)
    for (const run of around) remove.run(id, run.from, run.from)
    for (const { from, to, state, fetchedAtMs, recordsADay, knownSessionMs } of layOver(around, news)) {
      add.run(id, from, to, COVERAGE_STATES.indexOf(state) + 1, fetchedAtMs, recordsADay, knownSessionMs)
    }
    extendCalendar(first.from, last.to)
  }

  /** Lays days anew that were said to be empty and have records. */
  function heal(owner: Owner, from: number, to: number): void {
    for (const row of touching.all({ id: owner.seriesId, from, to })) {
      const run = runOf(row)
      const told = records.told(owner, { ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) })
      if (told) lay(owner.seriesId, told)
    }
  }

  function runsIn(key: SeriesKey, from: number, to: number): Run[] {
    const id = series.find(key)
    return id === undefined ? [] : touching.all({ id, from, to }).map(runOf)
  }

  return {
    /**
     * Records what a download found out about the days of a span. Call it in the page's transaction, after its records: a
     * day that has records in the book is not empty, nor is one beside the span.
     */
    mark: (key: SeriesKey, span: Span, mark: Mark): void =>
      atOnce(() => {
        const id = series.idOf(key)
        for (const part of runsOf(span, mark)) lay(id, part)
        heal(ownerOf(id, key), dayNumber(span.from) - BESIDE_DAYS, dayNumber(span.to) + BESIDE_DAYS)
        total.run({ id })
        changed.noteDays(key, span)
      }),

    /** The known runs of a span, in order and clipped to it. */
    runs: (key: SeriesKey, span: Span): KnownRun[] => {
      const [from, to] = [dayNumber(span.from), dayNumber(span.to)]
      return runsIn(key, from, to).map((run) => ({
        from: dayOf(Math.max(run.from, from)),
        to: dayOf(Math.min(run.to, to)),
        state: run.state,
        fetchedAtMs: run.fetchedAtMs,
        knownSessionMs: run.knownSessionMs,
      }))
    },

    /** All known runs of an archive in the device's time at a station, in order. */
    allRuns(key: SeriesKey): readonly Run[] {
      const id = series.find(key)
      const time = ('time' in key && key.time) || null
      return id === undefined ? [] : kept(`${id} ${deviceTimeKey(time)}`, () => runsInTime(all.all(id).map(runOf), time))
    },

    /** The UTC day numbers of a span that have records in the book. */
    daysWithRecords(key: SeriesKey, span: Span): number[] {
      const id = series.find(key)
      if (id === undefined && !('telemetryId' in key)) return []
      return records.days(ownerOf(id ?? NaN, key), dayNumber(span.from), dayNumber(span.to))
    },

    /** Every archive that was ever requested, of these stations or of all, with its first day. */
    asked: (stationIds?: readonly number[]): AskedArchive[] =>
      stationIds === undefined ? askedOfAll.all() : askedOf.all(JSON.stringify(stationIds)),

    /** Every day of a span with its state. */
    days(key: SeriesKey, span: Span): CoverageDay[] {
      const from = dayNumber(span.from)
      const to = dayNumber(span.to)
      const runs = runsIn(key, from, to)
      const days: CoverageDay[] = []
      let at = 0
      for (let day = from; day <= to; day++) {
        while ((runs[at]?.to ?? Number.POSITIVE_INFINITY) < day) at++
        const run = runs[at]
        const known = run && run.from <= day ? run : undefined
        days.push({
          day: dayOf(day),
          state: known?.state ?? 'never',
          fetchedAtMs: known?.fetchedAtMs ?? null,
          records: known?.recordsADay ?? null,
        })
      }
      return days
    },

    /** All that was ever requested of a device and its telemetry unit, as runs by archive. */
    calendar: (equipmentId: number, time: DeviceTime | null = null): { archiveType: string; view: ReadingView; runs: CoverageSpan[] }[] =>
      archivesOf
        .all(equipmentId, equipmentId)
        .map(({ id, archiveType, view }) => ({ archiveType, view, runs: runsInTime(all.all(id).map(runOf), time).map(spanOf) }))
        .filter(({ runs }) => runs.length > 0),

    /** The number of days in each state over the whole book, and the time of the last fetch. */
    totals: (): CoverageTotals => sums.get() ?? { fetched: 0, empty: 0, failed: 0, partial: 0, not_transmitted: 0, fetchedAtMs: null },
    totalsByArchive: (): (CoverageTotals & { archiveType: string; view: ReadingView })[] => sumsByArchive.all(),
  }
}

/** The days that touch a device's time at a station: of days that were asked for, those before and after are others'. */
function runsInTime(runs: Run[], time: DeviceTime | null): Run[] {
  if (time === null) return runs
  const first = time.afterMs === null ? -Infinity : dayNumberAt(time.afterMs)
  const last = time.toMs === null ? Infinity : dayNumberAt(time.toMs)
  return runs.flatMap((run) =>
    run.to < first || run.from > last ? [] : [{ ...run, from: Math.max(run.from, first), to: Math.min(run.to, last) }],
  )
}

function runOf([from, to, state, fetchedAtMs, recordsADay, knownSessionMs]: RunRow): Run {
  return { from, to, state: COVERAGE_STATES[state - 1] as CoverageState, fetchedAtMs, recordsADay, knownSessionMs }
}

const ownerOf = (seriesId: number, key: SeriesKey): Owner => ({
  seriesId,
  telemetryId: 'telemetryId' in key ? key.telemetryId : null,
})

function spanOf({ from, to, state, fetchedAtMs, recordsADay }: Run): CoverageSpan {
  return { from: dayOf(from), to: dayOf(to), state, fetchedAtMs, records: recordsADay }
}
