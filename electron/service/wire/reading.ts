import type { Reading } from '../../contract/records.ts'
import { createMerger } from './entries.ts'
import { toMs } from './fields.ts'
import type { RecordReader } from './reader.ts'

/** docs/service.md, 'Readings record'. One reader a page; hand-written for speed, see entries.ts. */
export function createReadingReader(): RecordReader<Reading> {
  const merge = createMerger()
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'not an object'
    const wire = raw as { event_time?: unknown; channel_data?: unknown }
    const atMs = toMs(wire.event_time)
    if (atMs === undefined) return 'event_time: not a time'
    const values = merge(wire.channel_data)
    return typeof values === 'string' ? values : { atMs, values }
  }
}
