import type { z } from 'zod'

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
