import type { RecordFields } from './field.ts'

/** docs/service.md, 'Communication session (seances)': 16 fields. */
export const SESSION_FIELDS = {
  id: { name: 'id', kind: 'whole' },
  telemetryId: { name: 'telemetry_id', kind: 'whole', mayLack: true },
  atMs: { name: 'event_time', kind: 'time' },
  evtid: { name: 'Evtid', kind: 'code' },
  trycnt: { name: 'Trycnt', kind: 'value' },
  tryfl: { name: 'Tryfl', kind: 'code' },
  state: { name: 'state', kind: 'code' },
  btm: { name: 'Btm', kind: 'value' },
  rssi: { name: 'Rssi', kind: 'value' },
  bsg: { name: 'Bsg', kind: 'value' },
  gettime: { name: 'gettime', kind: 'code' },
  nextSessionMs: { name: 'next_session_time', kind: 'time', mayLack: true },
  referenceparameterSeanceStatusId: { name: 'referenceparameter_seance_status_id', kind: 'code' },
  durationSession: { name: 'duration_session', kind: 'value' },
  sessionTraffic: { name: 'session_traffic', kind: 'value' },
  millisecond: { name: 'millisecond', kind: 'value' },
} as const satisfies RecordFields
