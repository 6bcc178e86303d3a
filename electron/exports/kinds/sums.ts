import { channelIn } from '../names.ts'
import type { SumRow, SumsRequest } from '../request.ts'
import type { Cell, Table } from '../table.ts'
import type { Word } from '../words.ts'
import {
  aboutMoments,
  aboutStations,
  archiveColumn,
  column,
  directoryNames,
  stationsOf,
  type Source,
} from './source.ts'

/** What there is to say of a sum's records: the window's hatching and marks, in a word. */
type SumState = 'complete' | 'records_missing' | 'not_over' | 'no_number'

/** Sums as the window shows them: one row a gas day or month, in order, with what its number is made of. */
export function sumsTable(source: Source, request: SumsRequest): Table {
  const { words, names } = source
  const { by, archiveType, view, sums } = request
  const stations = stationsOf(source, [request.stationId])
  const channel = channelIn(
    source.book,
    { typeId: stations[0]?.equipmentTypeId ?? null, archiveType, view },
    request.channelVarname,
  )
  const directory = directoryNames(source, stations)
  /** Such records are days and months of the device's own; no hour of ours cuts them. */
  const ownPeriods = archiveType === 'daily' || archiveType === 'monthly'
  const hour = `${String(request.contractHour).padStart(2, '0')}:00`

  function* rows(): Generator<Cell[]> {
    for (const sum of sums) {
      const { id = null, name = null, equipmentSerialNumber = null, equipmentId = null } = stations[0] ?? {}
      yield [
        by === 'day' ? sum.day : sum.day.slice(0, 7),
        name,
        equipmentSerialNumber,
        archiveType,
        view,
        sum.value === null ? null : withoutNoise(sum.value),
        sum.records,
        sum.expected,
        stateOf(sum, request.nowMs),
        sum.part ?? false,
        sum.fromMs,
        sum.toMs,
        id,
        equipmentId,
      ]
    }
  }

  return {
    title: words(by === 'day' ? 'daily_sums' : 'monthly_sums'),
    expected: sums.length,
    about: [
      aboutStations(source, stations),
      [words('archive_type'), names.archive(archiveType, directory.get(archiveType))],
      [words('view'), names.view(view)],
      [words('channel'), names.channel(channel)],
      aboutMoments(source, request.fromMs, request.toMs),
      ...(ownPeriods ? [] : [[words('gas_day_begins'), hour] as const]),
    ],
    columns: [
      by === 'day'
        ? { ...column(source, 'gas_day', 'day'), header: words(ownPeriods ? 'day' : 'gas_day') }
        : column(source, 'month', 'text'),
      column(source, 'station', 'text'),
      column(source, 'equipment_serial_number', 'text'),
      archiveColumn(source, directory),
      { ...column(source, 'view', 'text'), show: (code) => names.view(String(code)) },
      { key: channel.channelVarname, header: names.channel(channel), kind: 'value', within: 'values' },
      column(source, 'records', 'code'),
      column(source, 'expected', 'code'),
      { ...column(source, 'state', 'text'), show: (state) => words(state as SumState satisfies Word) },
      { ...column(source, 'part', 'code'), show: (part) => words(part === true ? 'yes' : 'no') },
      column(source, 'from', 'time'),
      column(source, 'to', 'time'),
      column(source, 'station_id', 'code'),
      column(source, 'equipment_id', 'code'),
    ],
    rows: rows(),
  }
}

function stateOf(sum: SumRow, nowMs: number): SumState {
  if (sum.value === null) return 'no_number'
  if (sum.lacking > 0) return 'records_missing'
  return sum.toMs > nowMs ? 'not_over' : 'complete'
}

/** What adding doubles leaves behind the digits that were measured: 0.1 + 0.2 is 0.3. */
const withoutNoise = (value: number): number => Number(value.toPrecision(12))
