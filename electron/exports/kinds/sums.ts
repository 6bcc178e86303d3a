import { hourName } from '../../contract/clock-text.ts'
import { namePart } from '../name-part.ts'
import { channelIn } from '../names.ts'
import type { ExportKind } from '../kind.ts'
import type { SumRow } from '../../contract/readings.ts'
import type { SumsRequest } from '../request.ts'
import { inUnit } from '../safety.ts'
import { plainText, type Table } from '../table.ts'
import { aboutMoments, aboutStations, archiveColumn, directoryNames, filled, stationsOf, type Source } from './source.ts'
import { isAccumulator } from '../../analysis/station/load/accumulator.ts'

/** The state of a sum's records, in a word: the window shows it by hatching and marks. */
type SumState = 'complete' | 'records_missing' | 'not_over' | 'no_number'

export const sums: ExportKind<'sums'> = {
  rows: sumsTable,
  stations: ({ stationId }) => [stationId],
  span: ({ from, to, fromMs, toMs }, dayOf) => [from ?? dayOf(fromMs), to ?? dayOf(toMs - 1)],
  title: ({ words, names }, { by, archiveType, view, channelVarname }, archive) => [
    words(by === 'day' ? 'daily_sums' : 'monthly_sums'),
    archive([archiveType]),
    names.view(view).toLowerCase(),
    namePart(channelVarname, 40),
  ],
}

/** Sums as the window shows them: one row a gas day or month, in order, with what its number is made of. */
function sumsTable(source: Source, request: SumsRequest): Table {
  const { words, names } = source
  const { by, archiveType, view, sums } = request
  const stations = stationsOf(source, [request.stationId])
  const [station] = stations
  const channel = channelIn(source.book, { typeId: station?.equipmentTypeId ?? null, archiveType, view }, request.channelVarname)
  const newest = station && source.book.stations.life(station.id).findLast(({ equipmentId }) => equipmentId !== null)
  const counts =
    source.converts &&
    newest?.equipmentId != null &&
    isAccumulator(source.book.readings, { equipmentId: newest.equipmentId, archiveType, view, time: newest.time }, channel.channelVarname)
  const shown = source.shownOf(channel, counts)
  const unitName = shown.converted ? names.converted(shown.unitText, [shown.sentUnit]) : channel.unitName
  const channelHeader = names.channel({ ...channel, unitName })
  const directory = directoryNames(source, stations)
  /** The device itself cuts such records into days and months; the contract hour does not apply. */
  const ownPeriods = archiveType === 'daily' || archiveType === 'monthly'
  const hour = hourName(request.contractHour)

  return {
    title: words(by === 'day' ? 'daily_sums' : 'monthly_sums'),
    expected: sums.rows.length,
    about: [
      aboutStations(source, stations),
      [words('archive_type'), names.archive(archiveType, directory.get(archiveType))],
      [words('view'), names.view(view)],
      [words('channel'), channelHeader],
      aboutMoments(source, request.fromMs, request.toMs),
      ...(sums.between === null
        ? []
        : [[words('between_rows'), [plainText(inUnit(sums.between, shown) ?? ''), unitName].filter(Boolean).join(' ')] as const]),
      ...(ownPeriods ? [] : [[words('gas_day_begins'), hour] as const]),
    ],
    ...filled(source, sums.rows, [
      by === 'day'
        ? ['gas_day', 'day', ({ day }) => day, { header: words(ownPeriods ? 'day' : 'gas_day') }]
        : ['month', 'text', ({ day }) => day.slice(0, 7)],
      ['station', 'text', () => station?.name ?? null],
      ['equipment_serial_number', 'text', () => station?.equipmentSerialNumber ?? null],
      ['archive_type', 'text', () => archiveType, archiveColumn(source, directory)],
      ['view', 'text', () => view, { show: (code) => names.view(String(code)) }],
      [
        'channel',
        'value',
        ({ value }) => (value === null ? null : inUnit(value, shown)),
        { key: channel.channelVarname, header: channelHeader, within: 'values' },
      ],
      ['records', 'code', ({ records }) => records],
      ['expected', 'code', ({ expected }) => expected],
      ['state', 'text', (sum) => stateOf(sum, request.nowMs), { show: (state) => words(state as SumState) }],
      ['part', 'code', ({ part }) => part, { show: (part) => words(part === true ? 'yes' : 'no') }],
      ['from', 'time', ({ fromMs }) => fromMs],
      ['to', 'time', ({ toMs }) => toMs],
      ['station_id', 'code', () => station?.id ?? null],
      ['equipment_id', 'code', () => station?.equipmentId ?? null],
    ]),
  }
}

function stateOf(sum: SumRow, nowMs: number): SumState {
  if (sum.value === null) return 'no_number'
  if (sum.lacking > 0) return 'records_missing'
  return sum.toMs > nowMs ? 'not_over' : 'complete'
}
