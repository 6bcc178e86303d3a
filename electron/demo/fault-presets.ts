import type { Faults } from './fault-catalogue.ts'
import { DAY_MS } from './world/time.ts'

/**
 * Every fault of the list, under its name, in a form that a client must come through and end up with the whole truth.
 * The fault matrix runs each alone; mixtures choose among them.
 */
export const FAULT_PRESETS: Readonly<Record<string, Partial<Faults>>> = {
  latency: { latency: { ms: 15 } },
  jitter: { jitter: { ms: 30 } },
  'blank token header': { blankToken: { rate: 0.3 } },
  'lost answer before the token was consumed': { lostBefore: { rate: 0.05 } },
  'lost answer after the token was consumed': { lostAfter: { rate: 0.05 } },
  'connection reset in the body': { resetInBody: { rate: 0.05 } },
  'truncated JSON': { truncatedJson: { rate: 0.05 } },
  'HTML with status 200': { html200: { rate: 0.05 } },
  'slow drip': { slowDrip: { rate: 0.05, chunkBytes: 4096, pauseMs: 5 } },
  hang: { hang: { skip: 5, next: 1 } },
  '401 once': { unauthorized: { skip: 5, next: 1 } },
  '401 always': { unauthorized: { skip: 5 } },
  // A lane that is refused before it has proved itself means the limit of connections, whatever the cause.
  'revoked lane': { revokedLane: { after: 25, next: 2 } },
  'eviction at 2 connections': { maxLanes: { lanes: 2 } },
  'sign-in refused': { signInRefused: { skip: 1 } },
  '429, seconds': { tooManyRequests: { rate: 0.05, retryAfterS: 1, as: 'seconds' } },
  '429, date': { tooManyRequests: { rate: 0.05, retryAfterS: 1, as: 'date' } },
  'bursts of 500, 502, 503': { serverErrors: { rate: 0.03, burst: 3 } },
  'refused long spans, 422': { longSpans: { days: 40, status: 422 } },
  'refused long spans, 504': { longSpans: { days: 40, status: 504 } },
  'per_page ignored': { perPageIgnored: {} },
  'ids as strings': { idsAsStrings: {} },
  'values as other types': { otherTypes: {} },
  'unknown fields': { unknownFields: {} },
  'unknown channels': { unknownChannels: {} },
  'garbage records': { garbageRecords: { rate: 0.2 } },
  'records that shift between pages': { shiftedPages: { by: 7 } },
  'next_page that loops': { nextPage: { rate: 0.05, mode: 'loop' } },
  'next_page that goes back': { nextPage: { rate: 0.05, mode: 'back' } },
  'total_pages wrong': { totalPages: { mode: 'wrong' } },
  'total_pages null': { totalPages: { mode: 'null' } },
  'redirect to another host': { redirect: { rate: 0.03 } },
  gzip: { gzip: {} },
  'a token that expires mid-way': { tokenExpires: { after: 25, next: 1 } },
  'service clock a day ahead': { clockOffset: { ms: DAY_MS } },
  'service clock a day behind': { clockOffset: { ms: -DAY_MS } },
}
