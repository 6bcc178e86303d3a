import { z } from 'zod'
import type { RecordField, RecordFields, RecordOf } from '../../contract/fields/field.ts'
import { id, optionalId, optionalTime, text, time, verbatim } from './fields.ts'

/**
 * Reads one record of the wire. Returns the record, or a text: the reason why it cannot be understood.
 * `reject` takes parts of the record that had to be left out while the rest was kept.
 */
export type RecordReader<T extends object> = (raw: unknown, reject: RejectPart) => T | string
export type RejectPart = (reason: string, raw: unknown) => void

/** A reader from a zod schema; the reason names the first field that was wrong. */
export function schemaReader<T extends object>(schema: z.ZodType<T>): RecordReader<T> {
  return (raw) => {
    const result = schema.safeParse(raw)
    if (result.success) return result.data
    const issue = result.error.issues[0]
    if (issue === undefined) return 'not understood'
    return issue.path.length === 0 ? 'not an object' : `${issue.path.join('.')}: ${issue.message}`
  }
}

/** A reader of records with these fields, by their kinds; `otherwise` has those that the service writes in another way. */
export function listedReader<Fields extends RecordFields>(
  fields: Fields,
  otherwise: { readonly [Key in keyof Fields]?: z.ZodType } = {},
): RecordReader<RecordOf<Fields>> {
  const list = Object.entries(fields)
  const wire = z.object(Object.fromEntries(list.map(([key, field]) => [field.name, otherwise[key] ?? wireOf(field)])))
  return schemaReader(
    wire.transform((sent) => {
      const record: Record<string, unknown> = {}
      for (const [key, { name }] of list) record[key] = sent[name]
      return record as RecordOf<Fields>
    }),
  )
}

function wireOf({ kind, mayLack }: RecordField): z.ZodType {
  if (kind === 'whole') return mayLack ? optionalId : id
  if (kind === 'time') return mayLack ? optionalTime : time
  return kind === 'text' ? text : verbatim
}
