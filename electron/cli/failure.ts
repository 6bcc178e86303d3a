import { asBookError } from '../book/file/errors.ts'
import type { Failure } from '../contract/common.ts'
import { MeterbookError } from '../contract/errors.ts'
import { HOST } from '../terminal/sentences.ts'
import { UsageError } from './usage-error.ts'

export { UsageError } from './usage-error.ts'

/**
 * What went wrong, as data: the parts of the program throw errors with a `code` and `data`
 * (MeterbookError, ServiceError, BookError); everything else is UNKNOWN with its message.
 */
export function failureOf(thrown: unknown): Failure {
  const error = asBookError(thrown)
  if (error instanceof MeterbookError) return { code: error.code, data: error.data }
  if (error instanceof Error && error.name === 'AbortError') return { code: 'CANCELLED', data: {} }
  if (error instanceof Error && 'data' in error && 'code' in error && typeof error.code === 'string') {
    return { code: error.code, data: plain(error.data) }
  }
  return { code: 'UNKNOWN', data: { message: error instanceof Error ? error.message : String(error) } }
}

/** Facts one level deep keep their names, deeper ones get a dotted name (`found.email`). */
function plain(data: unknown, prefix = ''): Failure['data'] {
  const facts: Failure['data'] = {}
  if (typeof data !== 'object' || data === null) return facts
  for (const [name, value] of Object.entries(data)) {
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) facts[prefix + name] = value
    else Object.assign(facts, plain(value, `${prefix}${name}.`))
  }
  return facts
}

/** For `.catch` of a server's start: a port that another program holds is wrong usage. */
export const portTaken =
  (port: number | undefined) =>
  (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') throw new UsageError(HOST.portTaken(port))
    throw error
  }
