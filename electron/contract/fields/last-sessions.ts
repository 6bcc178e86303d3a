import type { RecordFields } from './field.ts'

/** docs/service.md, 'Last session time'. */
export const LAST_SESSION_FIELDS = {
  stationName: { name: 'station_name', kind: 'word' },
  lastSeanceEventMs: { name: 'last_seance_event_time', kind: 'time', mayLack: true },
} as const satisfies RecordFields
