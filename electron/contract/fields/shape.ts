import { z } from 'zod'
import { verbatimSchema } from '../common.ts'
import { byField, type RecordField, type RecordFields, type RecordOf } from './field.ts'

/** The contract's shape of a record with these fields. */
export const shapeOf = <Fields extends RecordFields>(fields: Fields) =>
  byField(fields, schemaOf) as { [Key in keyof Fields]: z.ZodType<RecordOf<Fields>[Key], RecordOf<Fields>[Key]> }

const BY_KIND = {
  text: z.string(),
  whole: z.int(),
  number: z.number(),
  time: z.number(),
  word: verbatimSchema,
  code: verbatimSchema,
  value: verbatimSchema,
}

function schemaOf({ kind, oneOf, mayLack }: RecordField): z.ZodType {
  const schema = oneOf ? z.literal([...oneOf]) : BY_KIND[kind]
  return mayLack ? schema.nullable() : schema
}
