import { z } from 'zod'
import type { Session } from '../../contract/records.ts'
import { id, optionalId, optionalTime, shownId, time, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Communication session (seances)': 16 fields. */
const sessionWire = z
  .object({
    id,
    telemetry_id: optionalId,
    event_time: time,
    Evtid: verbatim,
    Trycnt: verbatim,
    Tryfl: verbatim,
    state: verbatim,
    Btm: verbatim,
    Rssi: verbatim,
    Bsg: verbatim,
    gettime: verbatim,
    next_session_time: optionalTime,
    referenceparameter_seance_status_id: shownId,
    duration_session: verbatim,
    session_traffic: verbatim,
    millisecond: verbatim,
  })
  .transform((wire): Session => ({
    id: wire.id,
    telemetryId: wire.telemetry_id,
    atMs: wire.event_time,
    evtid: wire.Evtid,
    trycnt: wire.Trycnt,
    tryfl: wire.Tryfl,
    state: wire.state,
    btm: wire.Btm,
    rssi: wire.Rssi,
    bsg: wire.Bsg,
    gettime: wire.gettime,
    nextSessionMs: wire.next_session_time,
    referenceparameterSeanceStatusId: wire.referenceparameter_seance_status_id,
    durationSession: wire.duration_session,
    sessionTraffic: wire.session_traffic,
    millisecond: wire.millisecond,
  }))

export const readSession = schemaReader(sessionWire)
