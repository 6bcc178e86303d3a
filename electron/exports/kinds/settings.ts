import type { SettingsRequest } from '../request.ts'
import type { Cell, Table } from '../table.ts'
import { aboutSpan, aboutStations, column, stationsOf, timeRange, type Source } from './source.ts'

/** Every snapshot of the chosen stations' devices, the newest first: what was set to what, and since when it is known. */
export function settingsTable(source: Source, request: SettingsRequest): Table {
  const { book, words, clock } = source
  const stations = stationsOf(source, request.stationIds)
  const { fromMs = -Infinity, toMs = Infinity } = timeRange(clock, request.from, request.to)

  function* rows(): Generator<Cell[]> {
    for (const { id, name, equipmentId, equipmentSerialNumber } of stations) {
      if (equipmentId === null) continue
      for (const snapshot of book.settings.snapshots(equipmentId)) {
        if (snapshot.takenAtMs < fromMs || snapshot.takenAtMs > toMs) continue
        for (const item of book.settings.items(snapshot.id)) {
          yield [
            snapshot.takenAtMs,
            name,
            equipmentSerialNumber,
            item.channelName,
            item.channelDataValue,
            item.unitName,
            id,
            equipmentId,
          ]
        }
      }
    }
  }

  return {
    title: words('settings'),
    expected: null,
    about: [aboutStations(source, stations), aboutSpan(source, request.from, request.to)],
    columns: [
      column(source, 'taken_at', 'time'),
      column(source, 'station', 'text'),
      column(source, 'equipment_serial_number', 'text'),
      column(source, 'channel_name', 'text'),
      { ...column(source, 'channel_data_value', 'value'), unitKey: 'unit_name' },
      column(source, 'unit_name', 'text'),
      column(source, 'station_id', 'code'),
      column(source, 'equipment_id', 'code'),
    ],
    rows: rows(),
  }
}
