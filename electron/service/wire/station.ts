import { STATION_FIELDS } from '../../contract/fields/stations.ts'
import { listedReader } from './reader.ts'

export const readStation = listedReader(STATION_FIELDS)
