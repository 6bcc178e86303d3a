import { asBookError, BookError } from '../book/file/errors.ts'
import type { Failure } from '../contract/common.ts'
import { MeterbookError } from '../contract/errors.ts'
import { ServiceError } from '../service/errors.ts'

/**
 * Any failure as data for views. An error that is not one of ours becomes UNKNOWN with its message. No secret can leak:
 * the service client's errors never hold one, and no other code that is called here has access to one.
 */
export function failureOf(thrown: unknown): Failure {
  const error = asBookError(thrown)
  if (isKnownFailure(error)) {
    return { code: error.code, data: flat(error.data) }
  }
  return { code: 'UNKNOWN', data: { message: error instanceof Error ? error.message.slice(0, 300) : 'unknown' } }
}

/** True for failures that people get a sentence for. */
export function isKnownFailure(error: unknown): error is ServiceError | BookError | MeterbookError {
  return error instanceof ServiceError || error instanceof BookError || error instanceof MeterbookError
}

/** Facts as scalars; nested values become JSON. */
function flat(data: object): Failure['data'] {
  const facts: Failure['data'] = {}
  for (const [name, value] of Object.entries(data) as [string, unknown][]) {
    if (value === undefined) continue
    facts[name] =
      value === null || ['string', 'number', 'boolean'].includes(typeof value)
        ? (value as string | number | boolean | null)
        : JSON.stringify(value)
  }
  return facts
}
