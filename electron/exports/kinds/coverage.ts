import { countsByDay } from '../../analysis/answers/completeness.ts'
import type { DueRecords } from '../../book/completeness/due-records.ts'
import { dayNumber, dayOf } from '../../contract/time/day.ts'
import { cutByRuns } from '../../contract/time/runs.ts'
import type { CoverageState } from '../../contract/device.ts'
import { OF_STATIONS, OF_DAYS, type ExportKind } from '../kind.ts'
import type { CoverageRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutSpan, aboutStations, archiveColumn, devicesOf, directoryNames, filled, stationsOf, type Source } from './source.ts'

interface Run {
  from: string
  to: string
  state: CoverageState
  fetchedAtMs: number | null
}

/** Days in one state, each with as many records, of as many that are due; null where that is not known. */
interface CountedRun extends Run {
  records: number | null
  expected: number | null
}

export const coverage: ExportKind<'coverage'> = {
  ...OF_STATIONS,
  ...OF_DAYS,
  rows: coverageTable,
  title: 'coverage',
}

/**
 * What is known of each archive, as runs of days in one state and with as many records a day; days of UTC, as the service is asked. With both ends of a span given, days that were never
 * asked for are runs too; without, only what lies between the first and the last day that was.
 */
function coverageTable(source: Source, request: CoverageRequest): Table {
  const { book, words, names } = source
  const stations = stationsOf(source, request.stationIds)
  const gas = { zone: source.clock.timeZone, contractHour: request.contractHour }

  function* rows() {
    for (const station of devicesOf(source, stations)) {
      if (station.equipmentId === null) continue
      for (const { archiveType, view, runs } of book.coverage.calendar(station.equipmentId, station.time)) {
        if (request.archiveTypes !== 'all' && !request.archiveTypes.includes(archiveType)) continue
        const key = { equipmentId: station.equipmentId, archiveType, view, time: station.time }
        const countsOf = dayCounter(book.completeness.dueRecords(key, gas, request.nowMs))
        for (const run of withHoles(runs, request.from, request.to))
          for (const counted of byCounts(run, countsOf)) yield { station, archiveType, view, ...counted }
      }
    }
  }

  return {
    title: words('coverage'),
    expected: null,
    about: [aboutStations(source, stations), aboutSpan(source, request.from, request.to)],
    ...filled(source, rows(), [
      ['station', 'text', ({ station }) => station.name],
      ['equipment_serial_number', 'text', ({ station }) => station.equipmentSerialNumber],
      [
        'archive_type',
        'text',
        ({ archiveType }) => archiveType,
        archiveColumn(source, directoryNames(source, devicesOf(source, stations))),
      ],
      ['view', 'text', ({ view }) => view, { show: (view) => names.view(String(view)) }],
      ['from', 'day', ({ from }) => from],
      ['to', 'day', ({ to }) => to],
      ['state', 'text', ({ state }) => state, { show: (state) => words(state as CoverageState) }],
      ['records', 'code', ({ records }) => records, { key: 'records_a_day', header: words('records_a_day') }],
      ['expected', 'code', ({ expected }) => expected, { key: 'expected_a_day', header: words('expected_a_day') }],
      ['fetched_at', 'time', ({ fetchedAtMs }) => fetchedAtMs],
      ['station_id', 'code', ({ station }) => station.id],
      ['equipment_id', 'code', ({ station }) => station.equipmentId],
    ]),
  }
}

type Counts = Pick<CountedRun, 'records' | 'expected'>
const UNKNOWN: Counts = { records: null, expected: null }

/** How many records a day has. A month's record belongs to no day. */
function dayCounter(due: DueRecords): ((day: number) => Counts) | null {
  const { firstDay, present, due: all } = countsByDay(due)
  if (due.rhythm === null || due.rhythm.every === 'month' || firstDay === null) return null
  const first = dayNumber(firstDay)
  return (day) => {
    const expected = all[day - first]
    return expected === undefined ? UNKNOWN : { records: present[day - first] ?? 0, expected }
  }
}

/** A run cut where the number of a day's records changes. */
function* byCounts(run: Run, countsOf: ((day: number) => Counts) | null): Generator<CountedRun> {
  if (!countsOf) return void (yield { ...run, ...UNKNOWN })
  const last = dayNumber(run.to)
  let from = dayNumber(run.from)
  let counts = countsOf(from)
  for (let day = from + 1; day <= last + 1; day++) {
    const next = day <= last ? countsOf(day) : null
    if (next && next.records === counts.records && next.expected === counts.expected) continue
    yield { ...run, from: dayOf(from), to: dayOf(day - 1), ...counts }
    from = day
    counts = next ?? UNKNOWN
  }
}

/** Runs cut to the span, with the days between them that were never asked for. `runs` in order, none overlapping. */
export function withHoles(runs: readonly (Run & { fetchedAtMs: number })[], from = runs[0]?.from, to = runs.at(-1)?.to): Run[] {
  if (from === undefined || to === undefined) return []
  return cutByRuns({ from, to }, runs).map(({ run, ...days }) => ({
    ...days,
    state: run?.state ?? 'never',
    fetchedAtMs: run?.fetchedAtMs ?? null,
  }))
}
