import { COVERAGE_STATES, layOver, type Run } from '../coverage/coverage-runs.ts'
import { recordDaysIn } from '../coverage/record-days.ts'
import { dayNumber, dayOf, FIRST_DAY, LAST_DAY } from '../../contract/time/day.ts'
import { keyOf, type MappedSeries } from './series-map.ts'
import type { Transfer } from './transfer.ts'

type Row = [from: number, to: number, state: number, fetchedAtMs: number, records: number | null, known: number | null]

/** How much a state says of a day; what says more holds, whenever it was asked. */
function weightOf({ state, recordsADay }: Run): number {
  if (state === 'fetched') return 3
  // Records that are there are not undone by a later answer without any.
  if (state === 'partial' && (recordsADay ?? 0) > 0) return 2
  return state === 'failed' ? 0 : 1
}
/** Between answers of one weight the later one holds; at one moment the one that stands further right here. */
const ORDER: readonly Run['state'][] = ['failed', 'not_transmitted', 'empty', 'partial', 'fetched']

/**
 * Which of two answers about the same days holds. A total order, so that books can be merged in any order: fetched beats
 * partial with records, that beats empty, partial without and not transmitted, and a failure says least; among equals the later one.
 */
function compare(a: Run, b: Run): number {
  return (
    weightOf(a) - weightOf(b) ||
    a.fetchedAtMs - b.fetchedAtMs ||
    ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
    (a.recordsADay ?? -1) - (b.recordsADay ?? -1) ||
    (a.knownSessionMs ?? Infinity) - (b.knownSessionMs ?? Infinity) ||
    0
  )
}

/** What two books know of each day of an archive: runs in order, free of overlaps. `taken`: days on which the second holds. */
function unionOf(own: readonly Run[], others: readonly Run[]): { runs: Run[]; taken: number; added: number } {
  const edges = [...new Set([...own, ...others].flatMap(({ from, to }) => [from, to + 1]))].sort((a, b) => a - b)
  const result = { runs: [] as Run[], taken: 0, added: 0 }
  let [mine, theirs] = [0, 0]
  for (const [at, from] of edges.entries()) {
    const to = (edges[at + 1] ?? from) - 1
    if (to < from) break
    while ((own[mine]?.to ?? Infinity) < from) mine++
    while ((others[theirs]?.to ?? Infinity) < from) theirs++
    const a = covering(own[mine], from)
    const b = covering(others[theirs], from)
    const isOthers = b !== null && (a === null || compare(b, a) > 0)
    const run = isOthers ? b : a
    if (run === null) continue
    if (isOthers) {
      if (a === null) result.added += to - from + 1
      else result.taken += to - from + 1
    }
    result.runs.push({ ...run, from, to })
  }
  return { ...result, runs: layOver([], result.runs) }
}

const covering = (run: Run | undefined, day: number): Run | null => (run && run.from <= day ? run : null)

/** An archive of which the other book may know no days (`otherId` is null). */
type CoveredSeries = Pick<MappedSeries, 'ownId' | 'equipmentId' | 'telemetryId' | 'archiveType' | 'view' | 'fromDay' | 'toDay'> & {
  otherId: number | null
}

/** Coverage: the union of what both books know of each day. */
export function coverageMergerIn({ db, book, tally, stationOfDevice, stationOfUnit, done }: Transfer) {
  const columns = 'from_day, to_day, state, fetched_at_ms, records_a_day, known_session_ms'
  const runsOf = (table: string) => db.prepare<[number], Row>(`SELECT ${columns} FROM ${table} WHERE series_id = ? ORDER BY from_day`).raw()
  const [own, others] = [runsOf('main.coverage_run'), runsOf('temp.src_coverage_run')]
  const clear = db.prepare<[number]>('DELETE FROM main.coverage_run WHERE series_id = ?')
  const add = db.prepare<[number, number, number, number, number, number | null, number | null]>(
    `INSERT INTO main.coverage_run (series_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const total = db.prepare<{ id: number }>(`
    INSERT INTO main.coverage_total (series_id, ${COVERAGE_STATES.join(', ')}, fetched_at_ms)
    SELECT @id, ${COVERAGE_STATES.map((_, at) => `coalesce(sum(iif(state = ${at + 1}, to_day - from_day + 1, 0)), 0)`).join(', ')},
      max(iif(state = 3, NULL, fetched_at_ms))
    FROM main.coverage_run WHERE series_id = @id
    ON CONFLICT (series_id) DO UPDATE SET ${COVERAGE_STATES.map((state) => `${state} = excluded.${state}`).join(', ')},
      fetched_at_ms = excluded.fetched_at_ms`)

  const records = recordDaysIn({ db })

  return function mergeCoverage(series: CoveredSeries): void {
    const { ownId, otherId, fromDay, toDay } = series
    const theirs = (otherId === null ? [] : others.all(otherId))
      .map(runOf)
      .filter(({ from, to }) => to >= fromDay && from <= toDay)
      .map((run) => ({ ...run, from: Math.max(run.from, fromDay), to: Math.min(run.to, toDay) }))
    const { runs: united, taken, added } = unionOf(own.all(ownId).map(runOf), theirs)
    const owner = { seriesId: ownId, telemetryId: series.telemetryId }
    // Either book may have records of a day of which the answer that holds brought none.
    let healed = 0
    const told = united.flatMap((run) => {
      const pieces = records.told(owner, run)
      if (pieces) healed++
      return pieces ?? run
    })
    const runs = layOver([], told)
    const [first, last] = [runs[0], runs.at(-1)]
    if (!first || !last) return
    const days = theirs.reduce((sum, { from, to }) => sum + to - from + 1, 0)
    const stationId = stationOfDevice.get(series.equipmentId ?? NaN) ?? stationOfUnit.get(series.telemetryId ?? NaN)
    tally.count('coverage', stationId, { added, newer: taken, same: days - added - taken })
    done(0)
    if (added + taken + healed === 0) return
    clear.run(ownId)
    for (const { from, to, state, fetchedAtMs, recordsADay, knownSessionMs } of runs)
      add.run(ownId, from, to, COVERAGE_STATES.indexOf(state) + 1, fetchedAtMs, recordsADay, knownSessionMs)
    total.run({ id: ownId })
    const key = keyOf(series)
    if (key) book.changed.noteDays(key, { from: dayOf(first.from), to: dayOf(last.to) })
  }
}

function runOf([from, to, state, fetchedAtMs, recordsADay, knownSessionMs]: Row): Run {
  return { from, to, state: COVERAGE_STATES[state - 1] as Run['state'], fetchedAtMs, recordsADay, knownSessionMs }
}

/** The calendar has every day that may be asked for and that some run may hold, without gaps. After the coverage of all series. */
export function extendCalendar({ db }: Transfer): void {
  db.prepare<{ first: number; last: number }>(`
    WITH RECURSIVE edge (first, last) AS (
      SELECT max(min(from_day), @first), min(max(to_day), @last) FROM (
        SELECT from_day, to_day FROM main.coverage_run UNION ALL SELECT min(day), max(day) FROM main.calendar)
    ), d (day) AS (
      SELECT first FROM edge WHERE first <= last UNION ALL SELECT day + 1 FROM d WHERE day < (SELECT last FROM edge))
    INSERT OR IGNORE INTO main.calendar SELECT day FROM d`).run({ first: dayNumber(FIRST_DAY), last: dayNumber(LAST_DAY) })
}
