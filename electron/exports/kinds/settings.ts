import { timeRange } from '../../contract/time/zone.ts'
import { OF_STATIONS, OF_DAYS, type ExportKind } from '../kind.ts'
import type { SettingsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutSpan, aboutStations, devicesOf, filled, stationsOf, type Source } from './source.ts'

export const settings: ExportKind<'settings'> = {
  ...OF_STATIONS,
  ...OF_DAYS,
  rows: settingsTable,
  title: 'settings',
}

/** Every snapshot of the chosen stations' devices, the newest first: what was set to what, and since when it is known. */
function settingsTable(source: Source, request: SettingsRequest): Table {
  const { book, words, clock } = source
  const stations = stationsOf(source, request.stationIds)
  const { fromMs = -Infinity, toMs = Infinity } = timeRange(clock, request.from, request.to)

  function* settings() {
    for (const station of devicesOf(source, stations).toReversed()) {
      if (station.equipmentId === null) continue
      for (const { id, takenAtMs } of book.settings.snapshots(station.equipmentId, station.time)) {
        if (takenAtMs < fromMs || takenAtMs > toMs) continue
        for (const item of book.settings.items(id)) yield { station, takenAtMs, item }
      }
    }
  }

  return {
    title: words('settings'),
    expected: null,
    about: [aboutStations(source, stations), aboutSpan(source, request.from, request.to)],
    ...filled(source, settings(), [
      ['taken_at', 'time', ({ takenAtMs }) => takenAtMs],
      ['station', 'text', ({ station }) => station.name],
      ['equipment_serial_number', 'text', ({ station }) => station.equipmentSerialNumber],
      ['channel_name', 'text', ({ item }) => item.channelName],
      ['channel_data_value', 'value', ({ item }) => item.channelDataValue, { unitKey: 'unit_name', hasCodes: true }],
      ['unit_name', 'text', ({ item }) => item.unitName],
      ['station_id', 'code', ({ station }) => station.id],
      ['equipment_id', 'code', ({ station }) => station.equipmentId],
    ]),
  }
}
