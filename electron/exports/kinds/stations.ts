import { defined } from '../../contract/defined.ts'
import type { ExportKind } from '../kind.ts'
import type { StationsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { filled, paged, type Source } from './source.ts'

export const stations: ExportKind<'stations'> = {
  rows: stationsTable,
  title: 'stations',
}

/** Every field of the service's list, with the consumer's name, in the order of the table. */
function stationsTable(source: Source, { filter: asked, sort }: StationsRequest): Table {
  const { book, words } = source
  const filter = defined(asked)
  const ids = book.stations.ids(filter, sort)
  return {
    title: words('stations'),
    expected: ids.length,
    about: [[words('filter'), filter.text?.trim() || words('all')]],
    ...filled(source, paged(ids, book.stations.some), [
      ['id', 'code', ({ id }) => id],
      ['name', 'text', ({ name }) => name],
      ['consumer_name', 'text', ({ consumerName }) => consumerName],
      ['equipment_serial_number', 'text', ({ equipmentSerialNumber }) => equipmentSerialNumber],
      ['equipment_brand_name', 'text', ({ equipmentBrandName }) => equipmentBrandName],
      ['status_name_value', 'text', ({ statusNameValue }) => statusNameValue],
      ['volume_value', 'value', ({ volumeValue }) => volumeValue],
      ['volume_unit', 'text', ({ volumeUnit }) => volumeUnit],
      ['pressure_value', 'value', ({ pressureValue }) => pressureValue],
      ['pressure_unit', 'text', ({ pressureUnit }) => pressureUnit],
      ['temperature_value', 'value', ({ temperatureValue }) => temperatureValue],
      ['temperature_unit', 'text', ({ temperatureUnit }) => temperatureUnit],
      ['last_seance_event_time', 'time', ({ lastSeanceEventMs }) => lastSeanceEventMs],
      ['phone', 'text', ({ phone }) => phone],
      ['uid', 'text', ({ uid }) => uid],
      ['equipment_type_varname', 'text', ({ equipmentTypeVarname }) => equipmentTypeVarname],
      ['equipment_type_id', 'code', ({ equipmentTypeId }) => equipmentTypeId],
      ['equipment_id', 'code', ({ equipmentId }) => equipmentId],
      ['telemetry_id', 'code', ({ telemetryId }) => telemetryId],
      ['customer_id', 'code', ({ customerId }) => customerId],
      ['unlisted_at', 'time', ({ unlistedAtMs }) => unlistedAtMs],
    ]),
  }
}
