import { stationIn } from '../../analysis/answers/directory.ts'
import type { StationRow } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { FormSource } from './content.ts'

/**
 * The station that a part is of: forms of a station are filled once for each.
 * @throws MeterbookError NO_SUCH_STATION
 */
export function onlyStation({ book }: FormSource, stationIds: readonly number[]): StationRow {
  const [id] = stationIds
  if (id === undefined || stationIds.length > 1) throw new MeterbookError('NO_SUCH_STATION', { id: id ?? null })
  return stationIn(book, id)
}
