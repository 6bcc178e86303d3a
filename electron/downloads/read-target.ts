import { z } from 'zod'
import { daySchema, eventArchiveSchema, readingViewSchema, spanSchema, verbatimSchema } from '../contract/common.ts'
import { isAskable } from '../contract/record-bounds.ts'
import type { Cursor, Target } from './target.ts'

/**
 * Targets and cursors as read from a book. A book may be damaged, or made by somebody who wants to direct signed-in
 * requests: whatever is not exactly a task of this program is never sent.
 */

const id = z.int()
/** Goes into the query of a request, encoded. */
const code = z.string().refine(isAskable)

const archive = { stationId: id, from: daySchema, to: daySchema }

const targetSchema: z.ZodType<Target> = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.enum(['energies', 'stations', 'equipment_types', 'messages']) }),
    z.object({ kind: z.literal('expand'), part: z.int().min(0).exactOptional() }),
    z.object({ kind: z.literal('customers'), energyId: id.nullable() }),
    z.object({ kind: z.literal('channels'), equipmentTypeId: id }),
    z.object({ kind: z.enum(['characteristics', 'last_session']), stationId: id }),
    z.object({ kind: z.literal('settings'), stationId: id, equipmentId: id }),
    z.object({
      kind: z.literal('readings'),
      ...archive,
      equipmentId: id,
      archiveType: code,
      view: readingViewSchema,
    }),
    z.object({
      kind: z.literal('events'),
      ...archive,
      equipmentId: id,
      archiveType: eventArchiveSchema,
      by: z.object({ energyVarname: code, uid: code }).exactOptional(),
    }),
    z.object({ kind: z.literal('sessions'), ...archive, telemetryId: id }),
  ])
  .refine((target) => !('from' in target) || target.from <= target.to)

const cursorsSchema: z.ZodType<Cursor[]> = z.array(
  z.object({
    span: spanSchema.nullable(),
    page: z.int().min(1),
    lastSessionMs: z.number().nullable().exactOptional(),
    held: z
      .array(z.object({ channelName: z.string().nullable(), channelDataValue: verbatimSchema, unitName: verbatimSchema }))
      .exactOptional(),
  }),
)

/** A target from the book; null when it is not one of ours. */
export function readTarget(raw: unknown): Target | null {
  return targetSchema.safeParse(raw).data ?? null
}

/** The chunks of a target that were under way. Empty when they cannot be read or lie outside its days: coverage tells what is missing. */
export function readCursors(raw: unknown, target: Target): Cursor[] {
  const cursors = cursorsSchema.safeParse(raw).data ?? []
  const isInside = ({ span }: Cursor) =>
    'from' in target ? span !== null && span.from >= target.from && span.to <= target.to : span === null
  return cursors.every(isInside) ? cursors : []
}
