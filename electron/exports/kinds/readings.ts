import type { Archive } from '../../book/readingsReader.ts'
import type { ReadingsRequest } from '../request.ts'
import type { Cell, Column, Table } from '../table.ts'
import { aboutSpan, aboutStations, column, stationsOf, timeRange, type ExportStation, type Source } from './source.ts'

/** One archive of one station, and where its channels lie among the columns of the file. */
interface Series {
  station: ExportStation
  archive: Archive
  columnOf: Map<string, number>
}

/**
 * Readings, one row a record: stations in natural order, then archives, then time. Each channel is a column; a code
 * whose unit differs between devices has a column for each unit, so that no column mixes units.
 */
export function readingsTable(source: Source, request: ReadingsRequest): Table {
  const { book, words, clock } = source
  const stations = stationsOf(source, request.stationIds)
  const range = timeRange(clock, request.from, request.to)
  const channels: Column[] = []
  const columnByName = new Map<string, number>()
  const series: Series[] = []
  for (const station of stations) {
    for (const archive of archivesOf(source, station, request)) {
      const columnOf = new Map<string, number>()
      for (const code of archive.channels) columnOf.set(code, channelColumn(station, archive, code))
      series.push({ station, archive, columnOf })
    }
  }

  function channelColumn(station: ExportStation, archive: Archive, code: string): number {
    const known =
      station.equipmentTypeId === null
        ? undefined
        : book.channels.get(station.equipmentTypeId, archive.archiveType, code)
    const unit = text(known?.unitName)
    const name = `${code}\n${unit}`
    const there = columnByName.get(name)
    if (there !== undefined) return there
    const title = text(known?.channelName)
    const header = [title && title !== code ? `${title} (${code})` : code, unit].filter(Boolean).join(', ')
    channels.push({ key: code, header, kind: 'value', within: 'values' })
    columnByName.set(name, channels.length - 1)
    return channels.length - 1
  }

  function* rows(): Generator<Cell[]> {
    for (const { station, archive, columnOf } of series) {
      for (const { atMs, values } of book.readings.iterate(archive, range)) {
        const cells: Cell[] = Array.from({ length: channels.length })
        for (const code in values) {
          // A channel that joined the archive while the file is being written has no column.
          const at = columnOf.get(code)
          if (at !== undefined) cells[at] = values[code]
        }
        yield [
          atMs,
          station.name,
          station.equipmentSerialNumber,
          archive.archiveType,
          ...cells,
          station.id,
          archive.equipmentId,
          atMs / 1000,
        ]
      }
    }
  }

  return {
    title: words('readings'),
    expected: series.reduce((sum, { archive }) => sum + book.readings.count(archive, range), 0),
    about: [
      aboutStations(source, stations),
      [words('archive_type'), request.archiveTypes === 'all' ? words('all') : request.archiveTypes.join(', ')],
      [words('view'), words(request.view)],
      aboutSpan(source, request.from, request.to),
    ],
    columns: [
      column(source, 'time', 'time'),
      column(source, 'station', 'text'),
      column(source, 'equipment_serial_number', 'text'),
      column(source, 'archive_type', 'text'),
      ...channels,
      column(source, 'station_id', 'value'),
      column(source, 'equipment_id', 'value'),
      column(source, 'unix_time', 'value'),
    ],
    rows: rows(),
  }
}

function archivesOf({ book }: Source, station: ExportStation, { archiveTypes, view }: ReadingsRequest): Archive[] {
  if (station.equipmentId === null) return []
  return book.readings
    .archives(station.equipmentId)
    .filter(
      (archive) => archive.view === view && (archiveTypes === 'all' || archiveTypes.includes(archive.archiveType)),
    )
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
