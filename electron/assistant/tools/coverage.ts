import { z } from 'zod'
import { refuseUnknown } from '../../analysis/answers/directory.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import { HOLE_STATES } from '../../book/coverage/holes.ts'
import { stationIds, toolOf, windowOf } from '../tool.ts'

const input = z.strictObject({
  stationIds: stationIds.optional().describe('all when absent'),
  states: z
    .array(z.enum(HOLE_STATES))
    .min(1)
    .default(HOLE_STATES.filter((state) => state !== 'empty'))
    .describe('why days are missing; `empty`: the service has no records of them, so nothing is missing'),
  ...windowOf(100),
})

const row = z.object({
  stationId: z.int(),
  stationName: z.string().nullable(),
  archiveType: z.string(),
  view: z.string(),
  from: z.string().describe('first day, UTC: the service keeps its days so'),
  to: z.string().describe('last day, UTC'),
  days: z.int(),
  state: z.enum(HOLE_STATES),
})

export const coverage = toolOf({
  name: 'coverage',
  title: 'What was downloaded, and what not',
  description:
    'Days of archives that the book lacks, and why: never asked for, failed, partial, not transmitted yet by the device. And how complete archives are in records. This is about downloads; what lost records cost tells `holes`.',
  input,
  row,
  facts: {
    missingDays: z.record(z.string(), z.int()).describe('days of all rows by state'),
    completeness: z
      .array(
        z.object({
          archiveType: z.string(),
          view: z.string(),
          devices: z.int(),
          incomplete: z.int().describe('devices of which records are missing'),
          records: z.int(),
          expected: z.int().nullable().describe('records that are due; null: the rhythm is not known'),
        }),
      )
      .describe('of the whole book, by archive'),
  },
  answer({ book, usual, nowMs }, { stationIds: ids, states, offset, limit }) {
    refuseUnknown(book, ids)
    const wanted = ids && new Set(ids)
    const all = book.holes.list({ states }, nowMs).filter(({ stationId }) => wanted?.has(stationId) !== false)
    const missingDays: Record<string, number> = {}
    for (const { state, days } of all) missingDays[state] = (missingDays[state] ?? 0) + days
    return Promise.resolve({
      clock: clockOf(book, ids ?? [], usual),
      offset,
      limit,
      total: all.length,
      rows: all.slice(offset, offset + limit),
      facts: { missingDays, completeness: book.completeness.shareTotals(usual, nowMs) },
      leftOut: [],
    })
  },
})
