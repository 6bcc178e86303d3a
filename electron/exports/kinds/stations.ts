import type { StationsRequest } from '../request.ts'
import type { Cell, Table } from '../table.ts'
import { column, type Source } from './source.ts'

const PAGE = 1000

/** Every field of the service's list, with the consumer's name, in natural order. */
export function stationsTable(source: Source, { filter }: StationsRequest): Table {
  const { book, words } = source
  const { total } = book.stations.list({ ...filter, limit: 0 })

  function* rows(): Generator<Cell[]> {
    for (let offset = 0; ; offset += PAGE) {
      const page = book.stations.list({ ...filter, offset, limit: PAGE }).rows
      for (const station of page) {
        yield [
          station.id,
          station.name,
          station.consumerName,
          station.equipmentSerialNumber,
          station.equipmentBrandName,
          station.statusNameValue,
          station.volumeValue,
          station.volumeUnit,
          station.pressureValue,
          station.pressureUnit,
          station.temperatureValue,
          station.temperatureUnit,
          station.lastSeanceEventMs,
          station.phone,
          station.uid,
          station.equipmentTypeVarname,
          station.equipmentTypeId,
          station.equipmentId,
          station.telemetryId,
          station.customerId,
          station.unlistedAtMs,
        ]
      }
      if (page.length < PAGE) return
    }
  }

  const text = filter.text?.trim()
  return {
    title: words('stations'),
    expected: total,
    about: [[words('filter'), text || words('all')]],
    columns: [
      column(source, 'id', 'code'),
      column(source, 'name', 'text'),
      column(source, 'consumer_name', 'text'),
      column(source, 'equipment_serial_number', 'text'),
      column(source, 'equipment_brand_name', 'text'),
      column(source, 'status_name_value', 'text'),
      column(source, 'volume_value', 'value'),
      column(source, 'volume_unit', 'text'),
      column(source, 'pressure_value', 'value'),
      column(source, 'pressure_unit', 'text'),
      column(source, 'temperature_value', 'value'),
      column(source, 'temperature_unit', 'text'),
      column(source, 'last_seance_event_time', 'time'),
      column(source, 'phone', 'text'),
      column(source, 'uid', 'text'),
      column(source, 'equipment_type_varname', 'text'),
      column(source, 'equipment_type_id', 'code'),
      column(source, 'equipment_id', 'code'),
      column(source, 'telemetry_id', 'code'),
      column(source, 'customer_id', 'code'),
      column(source, 'unlisted_at', 'time'),
    ],
    rows: rows(),
  }
}
