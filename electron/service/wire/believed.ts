import { EARLIEST_STAMP_MS, isBelieved, type StampBounds } from '../../contract/time/stamps.ts'
import type { RecordReader } from './reader.ts'

/** A reader that refuses records whose stamps are not believed: they are kept word for word, and nothing counts with them. */
export function believing<T extends { atMs: number }>(read: RecordReader<T>, believed: StampBounds | undefined): RecordReader<T> {
  if (!believed) return read
  return (raw, reject) => {
    const record = read(raw, reject)
    return typeof record === 'string' || isBelieved(record.atMs, believed) ? record : reasonOf(record.atMs)
  }
}

function reasonOf(atMs: number): string {
  // A year of more than four digits has a sign before it.
  const [day] = new Date(atMs).toISOString().split('T')
  const isEarly = atMs < EARLIEST_STAMP_MS
  return `event_time: stamped ${day}, ${isEarly ? 'before any archive' : 'more than ten years outside what was asked for'}`
}
