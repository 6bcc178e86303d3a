import type { DeviceEvent } from '../../contract/records.ts'
import { MOST_CODE } from '../../contract/record-bounds.ts'
import { createMerger } from './entries.ts'
import { toMs } from './fields.ts'
import type { RecordReader } from './reader.ts'

/**
 * docs/service.md, 'Event archive record': `event_time` has milliseconds as its fraction; all entries are
 * kept by name, known (`Code`, `CodeDescription`, `ValCode`, `Izm`) or not. One reader a page; hand-written for
 * speed, see entries.ts.
 */
export function createEventReader(): RecordReader<DeviceEvent> {
  const merge = createMerger()
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'not an object'
    const wire = raw as { event_time?: unknown; channel_data?: unknown }
    const atMs = toMs(wire.event_time)
    if (atMs === undefined) return 'event_time: not a time'
    const entries = merge(wire.channel_data)
    if (typeof entries === 'string') return entries
    if (typeof entries.Code === 'string' && entries.Code.length > MOST_CODE) return 'Code: too long for a code'
    return { atMs, entries }
  }
}
