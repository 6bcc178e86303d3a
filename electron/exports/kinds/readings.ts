import type { HeldArchive } from '../../book/archives/readings-reader.ts'
import type { ReadingView } from '../../contract/records.ts'
import type { ChannelInfo } from '../../contract/readings.ts'
import type { ShownUnit } from '../../contract/shown-units.ts'
import { channelIn } from '../names.ts'
import { timeRange } from '../../contract/time/zone.ts'
import { OF_STATIONS, type ExportKind } from '../kind.ts'
import type { ReadingsRequest } from '../request.ts'
import { inUnit } from '../safety.ts'
import { fromPieces, Shared, type Cell, type Column, type Pieces, type Table } from '../table.ts'
import {
  aboutMoments,
  aboutSpan,
  aboutStations,
  archiveColumn,
  column,
  directoryNames,
  stationsOf,
  devicesOf,
  type ExportStation,
  type Source,
  type Word,
} from './source.ts'
import { addsUp, isAccumulator } from '../../analysis/station/load/accumulator.ts'
import { refutedValues } from '../../analysis/station/load/consumption.ts'
import { meaningsIn } from '../../analysis/station/meaning/of-type.ts'
import { wordsOf } from '../../words/program.ts'

/** Keys of the columns that are no channels. */
const OWN_KEYS = new Set(['time', 'station', 'equipment_serial_number', 'archive_type', 'station_id', 'equipment_id', 'unix_time'])

/** One archive of one station, and where its channels lie among the columns of the file. */
interface Series {
  station: ExportStation
  archive: HeldArchive
  /** By the position of the channel in the archive. */
  places: (Place | undefined)[]
  /** Values that do not count, by the stamps of their records: which channels of the file, and why. */
  refuted: ReadonlyMap<number, { codes: ReadonlySet<string>; text: string }>
}

/** The place of the first channel among the pieces of a row. */
const FIRST = 2

/** Where a channel's values stand, and in which unit. */
interface Place {
  at: number
  shown: ShownUnit
}

export const readings: ExportKind<'readings'> = {
  ...OF_STATIONS,
  rows: readingsTable,
  span: ({ from, to, fromMs, toMs }, dayOf) => [from ?? dayOf(fromMs), to ?? dayOf(toMs === undefined ? undefined : toMs - 1)],
  title: ({ words, names }, { archiveTypes, view }, archive) => [
    archive(archiveTypes) || words('readings'),
    names.view(view).toLowerCase(),
  ],
}

/**
 * Readings, one row a record: stations in natural order, then archives, then time. Each channel is a column; a code
 * whose unit differs between devices has a column for each unit, so that no column mixes units; converted into one, a
 * single one. Where channels are
 * wished for, those and no others, in that order. Where values of the file do not count, people read in a column which and
 * why; on paper they stand in brackets, and no sum has them.
 */
function readingsTable(source: Source, request: ReadingsRequest): Table {
  const { book, words, names, clock } = source
  const stations = stationsOf(source, request.stationIds)
  const range = {
    ...timeRange(clock, request.from, request.to),
    ...(request.fromMs === undefined ? {} : { fromMs: request.fromMs }),
    ...(request.toMs === undefined ? {} : { toMs: request.toMs }),
  }
  const directory = directoryNames(source, devicesOf(source, stations))
  const channels: Column[] = []
  const columnByName = new Map<string, number>()
  const sentUnits = new Map<number, Set<string>>()
  const series: Series[] = []
  const isOnPaper = source.format === 'pdf'
  const meanings = meaningsIn(book)
  const { decimal } = wordsOf(source.language).habits
  const isOneArchive = request.archiveTypes !== 'all' && request.archiveTypes.length === 1
  /** An amount for each record, and no counter: an unknown code is told by its values. */
  const isAmount = (archive: HeldArchive, channel: ChannelInfo): boolean =>
    addsUp(book.readings, archive, channel) && !isAccumulator(book.readings, archive, channel.channelVarname)

  const devices = devicesOf(source, stations).filter(
    ({ equipmentId }) => request.equipmentId === undefined || equipmentId === request.equipmentId,
  )
  for (const station of devices) {
    for (const archive of archivesOf(source, station, request)) {
      const columnOf = new Map<string, Place>()
      const wished = request.channels?.filter((code) => archive.channels.includes(code)) ?? archive.channels
      for (const code of wished) columnOf.set(code, channelColumn(station, archive, code))
      const refuted = source.isForPeople ? refutedIn(station, archive, wished) : NOTHING
      series.push({ station, archive, places: archive.channels.map((code) => columnOf.get(code)), refuted })
    }
  }
  const isRefuted = series.some(({ refuted }) => refuted.size > 0)

  function refutedIn(station: ExportStation, archive: HeldArchive, wished: readonly string[]): Series['refuted'] {
    const span = { fromMs: range.fromMs ?? 0, toMs: range.toMs ?? Infinity }
    const all = refutedValues(book, station, archive, { ground: { meanings }, span })
    const byStamp = Map.groupBy(
      all.filter(({ channelVarname }) => wished.includes(channelVarname)),
      ({ atMs }) => atMs,
    )
    return new Map(
      [...byStamp].map(([atMs, own]) => [
        atMs,
        {
          codes: new Set(own.map(({ channelVarname }) => channelVarname)),
          text: own.map(({ channelVarname, why }) => `${channelVarname}: ${names.refuted(why)}`).join('; '),
        },
      ]),
    )
  }

  function channelColumn(station: ExportStation, archive: HeldArchive, code: string): Place {
    const channel = channelIn(book, { ...archive, typeId: station.equipmentTypeId }, code)
    // Whether a volume counts is read from its values, of every device: only where units are asked for.
    const counts = source.converts && isAccumulator(book.readings, archive, code)
    const shown = source.shownOf(channel, counts)
    const unitName = shown.converted ? shown.unitText : channel.unitName
    const name = `${code}\n${unitName ?? ''}`
    const there = columnByName.get(name) ?? channels.length
    if (there === channels.length) {
      channels.push({
        key: code,
        header: names.channel({ ...channel, unitName }),
        plainHeader: plainHeader(code, unitName),
        kind: 'value',
        within: 'values',
        // A sum of two archives would count the same gas twice.
        adds: isOnPaper && isOneArchive && isAmount(archive, channel),
      })
      columnByName.set(name, there)
    }
    if (shown.converted) sayConverted(there, { ...channel, unitName: shown.unitText }, shown)
    return { at: there, shown }
  }

  /** The header of a column that has converted values names every unit that they were sent in. */
  function sayConverted(at: number, channel: ChannelInfo, { unitText, sentUnit }: ShownUnit): void {
    const sent = sentUnits.get(at) ?? new Set()
    sentUnits.set(at, sent.add(sentUnit))
    const column = channels[at]
    if (column) channels[at] = { ...column, header: names.channel({ ...channel, unitName: names.converted(unitText, sent) }) }
  }

  /** The code; where that is taken, by a column of ours or by the same channel in another unit, with the unit. */
  function plainHeader(code: string, unit: string | null): string {
    const isTaken = OWN_KEYS.has(code) || channels.some(({ key }) => key === code)
    return isTaken ? `values.${code}${unit === null ? '' : `, ${unit}`}` : code
  }

  function* pieces(): Generator<Pieces> {
    const width = channels.length
    for (const { station, archive, places, refuted } of request.desc ? newestDeviceFirst(series) : series) {
      const place = new Shared([station.name, station.equipmentSerialNumber, archive.archiveType])
      const ids = new Shared([station.id, archive.equipmentId])
      const row: (Cell | Shared)[] = [
        null,
        place,
        ...Array.from({ length: width }, () => undefined),
        ...(isRefuted ? [null] : []),
        ids,
        null,
      ]
      for (const [atMs, cells] of book.readings.cells(archive, range, { desc: request.desc === true })) {
        row[0] = atMs
        row.fill(undefined, FIRST, FIRST + width)
        if (Array.isArray(cells)) for (let position = 0; position < cells.length; position++) put(row, places[position], cells[position])
        else for (const position in cells) put(row, places[Number(position)], cells[position])
        const untrue = refuted.get(atMs)
        if (isRefuted) row[FIRST + width] = untrue?.text ?? null
        if (untrue && isOnPaper)
          archive.channels.forEach((code, position) => {
            const place = untrue.codes.has(code) ? places[position] : undefined
            if (place) row[FIRST + place.at] = `[${String(row[FIRST + place.at]).replace('.', decimal)}]`
          })
        row[row.length - 1] = atMs / 1000
        yield row
      }
    }
  }

  return {
    title: words('readings'),
    paper: 'by-station',
    expected: series.reduce((sum, { archive }) => sum + book.readings.count(archive, range), 0),
    about: [
      aboutStations(source, stations),
      [
        words('archive_type'),
        request.archiveTypes === 'all'
          ? words('all')
          : request.archiveTypes.map((code) => names.archive(code, directory.get(code))).join(', '),
      ],
      [words('view'), names.view(request.view)],
      request.fromMs === undefined && request.toMs === undefined
        ? aboutSpan(source, request.from, request.to)
        : aboutMoments(source, request.fromMs, request.toMs),
    ],
    columns: [
      column(source, 'time', 'time'),
      { ...column(source, 'station', 'text'), isOfStation: true },
      { ...column(source, 'equipment_serial_number', 'text'), isOfStation: true },
      { ...archiveColumn(source, directory), ...(isOneArchive && { isOfStation: true as const }) },
      ...channels,
      ...(isRefuted ? [{ ...column(source, 'refuted', 'text'), isProse: true }] : []),
      ...['station_id', 'equipment_id'].map((key) => ({ ...column(source, key as Word, 'code'), offPaper: true as const })),
      { ...column(source, 'unix_time', 'value'), offPaper: true },
    ],
    ...fromPieces(pieces()),
  }
}

const NOTHING: Series['refuted'] = new Map()

/** Stations in their order; of each the device that it has before those that it had. */
const newestDeviceFirst = (series: readonly Series[]): Series[] =>
  [...Map.groupBy(series, ({ station }) => station.id).values()].flatMap((own) => own.toReversed())

/** A channel that joined the archive while the file is being written has no place. */
function put(row: (Cell | Shared)[], place: Place | undefined, cell: Cell): void {
  if (place) row[FIRST + place.at] = inUnit(cell, place.shown)
}

function archivesOf(
  { book }: Source,
  station: ExportStation,
  { archiveTypes, view }: { archiveTypes: readonly string[] | 'all'; view: ReadingView },
): HeldArchive[] {
  if (station.equipmentId === null) return []
  return book.readings
    .heldArchives(station.equipmentId, station.time)
    .filter((archive) => archive.view === view && (archiveTypes === 'all' || archiveTypes.includes(archive.archiveType)))
}
