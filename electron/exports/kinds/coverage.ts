import { cutByRuns } from '../../contract/time/runs.ts'
import type { CoverageRequest } from '../request.ts'
import type { Cell, Table } from '../table.ts'
import type { Word } from '../words.ts'
import { aboutSpan, aboutStations, archiveColumn, column, directoryNames, stationsOf, type Source } from './source.ts'

interface Run {
  from: string
  to: string
  state: 'never' | 'fetched' | 'empty' | 'failed' | 'partial' | 'not_transmitted'
  fetchedAtMs: number | null
}

/**
 * What is known of each archive, as runs of days in one state. With both ends of a span given, days that were never
 * asked for are runs too; without, only what lies between the first and the last day that was.
 */
export function coverageTable(source: Source, request: CoverageRequest): Table {
  const { book, words, names } = source
  const stations = stationsOf(source, request.stationIds)

  function* rows(): Generator<Cell[]> {
    for (const { id, name, equipmentId, equipmentSerialNumber } of stations) {
      if (equipmentId === null) continue
      for (const { archiveType, view, runs } of book.coverage.calendar(equipmentId)) {
        if (request.archiveTypes !== 'all' && !request.archiveTypes.includes(archiveType)) continue
        for (const run of withHoles(runs, request.from, request.to)) {
          yield [
            name,
            equipmentSerialNumber,
            archiveType,
            view,
            run.from,
            run.to,
            run.state,
            run.fetchedAtMs,
            id,
            equipmentId,
          ]
        }
      }
    }
  }

  return {
    title: words('coverage'),
    expected: null,
    about: [aboutStations(source, stations), aboutSpan(source, request.from, request.to)],
    columns: [
      column(source, 'station', 'text'),
      column(source, 'equipment_serial_number', 'text'),
      archiveColumn(source, directoryNames(source, stations)),
      { ...column(source, 'view', 'text'), show: (view) => names.view(String(view)) },
      column(source, 'from', 'day'),
      column(source, 'to', 'day'),
      { ...column(source, 'state', 'text'), show: (state) => words(state as Run['state'] satisfies Word) },
      column(source, 'fetched_at', 'time'),
      column(source, 'station_id', 'code'),
      column(source, 'equipment_id', 'code'),
    ],
    rows: rows(),
  }
}

/** Runs cut to the span, with the days between them that were never asked for. `runs` in order, none overlapping. */
export function withHoles(
  runs: readonly (Run & { fetchedAtMs: number })[],
  from = runs[0]?.from,
  to = runs.at(-1)?.to,
): Run[] {
  if (from === undefined || to === undefined) return []
  return cutByRuns({ from, to }, runs).map(({ run, ...days }) => ({
    ...days,
    state: run?.state ?? 'never',
    fetchedAtMs: run?.fetchedAtMs ?? null,
  }))
}
