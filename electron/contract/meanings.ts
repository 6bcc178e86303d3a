import { z } from 'zod'
import { base } from './errors.ts'
import { MEANT, MESSAGE_ROLES, PRESSURE_BASES, SETTING_ROLES } from './meaning.ts'
import { QUANTITIES } from './quantities.ts'

/** What was recognised of each device type's channels, settings and messages, and what the user says instead (docs/field-rules.md, section F). */

const meaningSchema = z.object({
  quantity: z.enum(QUANTITIES).nullable(),
  /** The basis of a pressure channel; null for all else. */
  basis: z.enum(PRESSURE_BASES).nullable(),
  /** The role of a setting or a message; null for channels. */
  role: z.union([z.enum(SETTING_ROLES), z.enum(MESSAGE_ROLES)]).nullable(),
})
const rowSchema = z.object({
  meant: z.enum(MEANT),
  /** The archive type of a channel, or the event archive of a message; null for settings. */
  archiveType: z.string().nullable(),
  /** The name that is recognised: a channel's code, a setting's name, a message's code. */
  key: z.string(),
  name: z.string(),
  unitName: z.string().nullable(),
  meaning: meaningSchema,
  /** The row of the table that recognised it; null: none did. */
  pattern: z.string().nullable(),
  /** The user has said it. */
  corrected: z.boolean(),
})
export type MeaningRow = z.infer<typeof rowSchema>

export const meanings = {
  /** Device types with how much of each was recognised. */
  types: base.output(
    z.array(
      z.object({
        equipmentTypeId: z.int(),
        name: z.string().nullable(),
        stations: z.int(),
        recognised: z.int(),
        unrecognised: z.int(),
        corrected: z.int(),
      }),
    ),
  ),
  ofType: base.input(z.object({ equipmentTypeId: z.int() })).output(z.object({ tableVersion: z.int(), rows: z.array(rowSchema) })),
  /** Null gives back what the table says. Rules run again. */
  correct: base
    .input(
      z.object({
        equipmentTypeId: z.int(),
        meant: z.enum(MEANT),
        archiveType: z.string().nullable(),
        key: z.string().min(1),
        meaning: meaningSchema.nullable(),
      }),
    )
    .output(z.null()),
}
