import { z } from 'zod'
import type { RecordField, RecordFields, RecordOf } from './field.ts'

/** The contract's shape of a record with these fields. */
export function shapeOf<Fields extends RecordFields>(fields: Fields) {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field)]))
  return shape as { [Key in keyof Fields]: z.ZodType<RecordOf<Fields>[Key]> }
}

const BY_KIND = { text: z.string(), whole: z.int(), number: z.number(), time: z.number() }

function schemaOf({ kind, oneOf, mayLack }: RecordField): z.ZodType {
  const schema = oneOf ? z.literal([...oneOf]) : BY_KIND[kind]
  return mayLack ? schema.nullable() : schema
}
