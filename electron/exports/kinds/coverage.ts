import { cutByRuns } from '../../contract/time/runs.ts'
import type { CoverageState } from '../../contract/device.ts'
import type { CoverageRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutSpan, aboutStations, archiveColumn, directoryNames, filled, stationsOf, type Source } from './source.ts'

interface Run {
  from: string
  to: string
  state: CoverageState
  fetchedAtMs: number | null
}

/**
 * What is known of each archive, as runs of days in one state. With both ends of a span given, days that were never
 * asked for are runs too; without, only what lies between the first and the last day that was.
 */
export function coverageTable(source: Source, request: CoverageRequest): Table {
  const { book, words, names } = source
  const stations = stationsOf(source, request.stationIds)

  function* rows() {
    for (const station of stations) {
      if (station.equipmentId === null) continue
      for (const { archiveType, view, runs } of book.coverage.calendar(station.equipmentId)) {
        if (request.archiveTypes !== 'all' && !request.archiveTypes.includes(archiveType)) continue
        for (const run of withHoles(runs, request.from, request.to)) yield { station, archiveType, view, ...run }
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
        archiveColumn(source, directoryNames(source, stations)),
      ],
      ['view', 'text', ({ view }) => view, { show: (view) => names.view(String(view)) }],
      ['from', 'day', ({ from }) => from],
      ['to', 'day', ({ to }) => to],
      ['state', 'text', ({ state }) => state, { show: (state) => words(state as CoverageState) }],
      ['fetched_at', 'time', ({ fetchedAtMs }) => fetchedAtMs],
      ['station_id', 'code', ({ station }) => station.id],
      ['equipment_id', 'code', ({ station }) => station.equipmentId],
    ]),
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
