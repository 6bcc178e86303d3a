import { newestOf } from '../../analysis/station/archives.ts'
import { detailOf } from '../../analysis/answers/directory.ts'
import { stationCalled } from '../../contract/called.ts'
import { compareSeries } from '../../contract/archives.ts'
import type { ChannelInfo } from '../../contract/readings.ts'
import type { Verbatim } from '../../contract/records.ts'
import type { ExportKind } from '../kind.ts'
import type { CompareRequest } from '../request.ts'
import type { Cell, Row, Table } from '../table.ts'
import { aboutStations, column, directoryNames, type Source, type Word } from './source.ts'

/** One row: what it is about, its unit, and a cell a station. */
interface Line {
  section: string
  item: string
  code: string
  unit: Cell
  cells: Cell[]
}

type Detail = ReturnType<typeof detailOf>
/** Texts of the passport, as the window lists them. */
const FIELDS = [
  ['consumer_name', (station) => station.consumerName],
  ['provider', (station) => station.providerPath.map((name) => name ?? '—').join(' › ')],
  ['equipment_brand_name', (station) => station.equipmentBrandName],
  ['equipment_serial_number', (station) => station.equipmentSerialNumber],
  ['equipment_type_varname', (station) => station.equipmentTypeVarname],
  ['uid', (station) => station.uid],
  ['phone', (station) => station.phone],
  ['status_name_value', (station) => station.statusNameValue],
] as const satisfies readonly (readonly [Word, (station: Detail) => Verbatim])[]
const MEASURED = [
  ['volume_value', ({ volumeValue, volumeUnit }) => [volumeValue, volumeUnit]],
  ['pressure_value', ({ pressureValue, pressureUnit }) => [pressureValue, pressureUnit]],
  ['temperature_value', ({ temperatureValue, temperatureUnit }) => [temperatureValue, temperatureUnit]],
] as const satisfies readonly (readonly [Word, (station: Detail) => readonly [Verbatim, Verbatim]])[]

export const compare: ExportKind<'compare'> = {
  rows: compareTable,
  isPersonal: true,
  title: 'compare',
  stations: ({ stationIds }) => stationIds,
}

/** Stations side by side, one column each: passports, then the newest record of each archive. A value in several units has a row for each. */
function compareTable(source: Source, request: CompareRequest): Table {
  const { book, words } = source
  const stations = request.stationIds.flatMap((id) => book.stations.get(id) ?? [])
  const lines = [...passportLines(source, stations), ...newestLines(source, stations)].filter(
    ({ cells }) => !request.onlyDifferent || new Set(cells.map((cell) => JSON.stringify(cell ?? null))).size > 1,
  )
  const rows = lines.map(({ section, item, code, unit, cells }): Row => [section, item, code, unit, ...cells])
  return {
    title: words('compare'),
    expected: rows.length,
    about: [aboutStations(source, stations)],
    columns: [
      column(source, 'section', 'text'),
      column(source, 'item', 'text'),
      column(source, 'code', 'text'),
      column(source, 'unit_name', 'text'),
      ...stations.map((station) => ({
        key: `station_${station.id}`,
        header: stationCalled(station),
        kind: 'value' as const,
        unitKey: 'unit_name',
        within: 'values' as const,
      })),
    ],
    rows,
  }
}

type Stations = NonNullable<ReturnType<Source['book']['stations']['get']>>[]

function passportLines({ book, words, clock }: Source, stations: Stations): Line[] {
  const details = stations.map((station) => detailOf(station, book))
  const section = words('passport')
  const line = (key: Word, unit: Cell, cells: Cell[]): Line => ({ section, item: words(key), code: key, unit, cells })
  return [
    ...FIELDS.map(([key, of]) =>
      line(
        key,
        undefined,
        details.map((station) => of(station)),
      ),
    ),
    ...MEASURED.flatMap(([key, of]) => byUnit(details.map((station) => of(station))).map(({ unit, cells }) => line(key, unit, cells))),
    line(
      'last_seance_event_time',
      undefined,
      details.map(({ heardMs }) => (heardMs === null ? null : clock.wall(heardMs))),
    ),
  ]
}

/** Values with their units: a row for each unit, so that no row mixes units. */
function byUnit(values: readonly (readonly [Cell, Cell] | undefined)[]): { unit: Cell; cells: Cell[] }[] {
  const said = values.filter((value) => value && (value[0] ?? value[1] ?? null) !== null)
  const units = new Map(said.flatMap((value) => (value ? [[String(value[1] ?? ''), value[1]] as const] : [])))
  if (units.size === 0) return [{ unit: undefined, cells: values.map((value) => value?.[0]) }]
  return [...units].map(([text, unit]) => ({
    unit,
    cells: values.map((value) => (value && String(value[1] ?? '') === text ? value[0] : undefined)),
  }))
}

function newestLines(source: Source, stations: Stations): Line[] {
  const { book, words, names, clock } = source
  const directory = directoryNames(source, stations)
  const newest = stations.map((station) => newestOf(book, station))
  const archives = new Map(newest.flat().map((one) => [`${one.archiveType}|${one.view}`, one]))
  return [...archives.values()].sort(compareSeries).flatMap(({ archiveType, view }) => {
    const section = `${names.archive(archiveType, directory.get(archiveType))} · ${names.view(view)}`
    const records = newest.map((list) => list.find((one) => one.archiveType === archiveType && one.view === view))
    const time: Line = {
      section,
      item: words('newest_record'),
      code: `${archiveType}.${view}`,
      unit: undefined,
      cells: records.map((record) => record && clock.wall(record.atMs)),
    }
    const channels = new Map<string, ChannelInfo>()
    for (const { channel } of records.flatMap((record) => record?.values ?? []))
      if (!channels.has(channel.channelVarname)) channels.set(channel.channelVarname, channel)
    const values = [...channels.values()].flatMap((channel) => {
      const found = records.map((record) => {
        const value = record?.values.find((one) => one.channel.channelVarname === channel.channelVarname)
        return value && ([value.value, value.channel.unitName] as const)
      })
      const item = names.channel({ ...channel, unitName: null })
      return byUnit(found).map(({ unit, cells }) => ({ section, item, code: channel.channelVarname, unit, cells }))
    })
    return [time, ...values]
  })
}
