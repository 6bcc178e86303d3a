import { defined } from '../../contract/defined.ts'
import type { ExportKind } from '../kind.ts'
import type { StationsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import type { StationRow } from '../../book/index.ts'
import { STATION_FIELDS } from '../../contract/fields/stations.ts'
import { fieldsOf } from './fields.ts'
import { filled, paged, type Source } from './source.ts'

const { field, withOthers } = fieldsOf(STATION_FIELDS, (station: StationRow) => station)

export const stations: ExportKind<'stations'> = {
  rows: stationsTable,
  isPersonal: true,
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
    ...filled(
      source,
      paged(ids, book.stations.some),
      withOthers(
        [
          field('id'),
          field('name'),
          ['consumer_name', 'text', ({ consumerName }) => consumerName],
          field('equipmentSerialNumber'),
          field('equipmentBrandName'),
          field('statusNameValue'),
          field('volumeValue'),
          field('volumeUnit'),
          field('pressureValue'),
          field('pressureUnit'),
          field('temperatureValue'),
          field('temperatureUnit'),
          field('lastSeanceEventMs'),
        ],
        [
          field('phone'),
          field('uid'),
          field('equipmentTypeVarname'),
          field('equipmentTypeId'),
          field('equipmentId'),
          field('telemetryId'),
          field('customerId'),
          ['unlisted_at', 'time', ({ unlistedAtMs }) => unlistedAtMs],
        ],
      ),
    ),
  }
}
