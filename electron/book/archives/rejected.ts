import { createHash } from 'node:crypto'
import type { Rejected } from '../../contract/records.ts'
import { MOST_RAW } from '../../contract/record-bounds.ts'
import type { Context } from '../context.ts'

export interface RejectedRow extends Rejected {
  id: number
  resource: string
  /** How many times the service sent it. */
  times: number
  receivedAtMs: number
}

/** All SQL that touches `rejected`: records that could not be parsed, verbatim. A repeated record only increases its counter. */
export function rejectedIn({ db, atOnce }: Context) {
  const write = db.prepare(`
    INSERT INTO rejected (resource, reason, raw, digest, received_at_ms) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (resource, digest) DO UPDATE SET
      reason = excluded.reason, times = times + 1, received_at_ms = excluded.received_at_ms`)
  const page = db.prepare<{ resource: string | null; limit: number; offset: number }, RejectedRow>(`
    SELECT id, resource, reason, raw, times, received_at_ms AS receivedAtMs FROM rejected
    WHERE @resource IS NULL OR resource = @resource ORDER BY id DESC LIMIT @limit OFFSET @offset`)
  const counts = db.prepare<[], [string, number]>('SELECT resource, count(*) FROM rejected GROUP BY resource ORDER BY resource').raw()
  return {
    put: (resource: string, items: readonly Rejected[], receivedAtMs: number): void =>
      atOnce(() => {
        for (const { reason, raw } of items) {
          const digest = createHash('sha256').update(raw).digest()
          write.run(resource, reason, boundedRaw(raw, digest), digest, receivedAtMs)
        }
      }),
    /** The newest first. */
    list: ({
      resource = null,
      offset = 0,
      limit = 100,
    }: { resource?: string | null; offset?: number; limit?: number } = {}): RejectedRow[] => page.all({ resource, limit, offset }),
    /** The number of distinct records of each resource. */
    counts: (): Record<string, number> => Object.fromEntries(counts.all()),
  }
}

/** A record that was not understood as it is kept: of a huge one the beginning, with its size and its digest. */
export const boundedRaw = (raw: string, digest: Uint8Array): string =>
  raw.length <= MOST_RAW
    ? raw
    : `${raw.slice(0, MOST_RAW)}… (${Buffer.byteLength(raw)} bytes, sha256 ${Buffer.from(digest).toString('hex')})`
