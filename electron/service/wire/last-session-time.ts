import { z } from 'zod'
import type { LastSessionTime } from '../../contract/records.ts'
import { optionalTime, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Last session time'. */
const lastSessionTimeWire = z
  .object({ station_name: verbatim, last_seance_event_time: optionalTime })
  .transform((wire): LastSessionTime => ({
    stationName: wire.station_name,
    lastSeanceEventMs: wire.last_seance_event_time,
  }))

export const readLastSessionTime = schemaReader(lastSessionTimeWire)
