import { constants } from 'node:os'
import { FAILURE_CODES } from '../../contract/errors.ts'
import { isReason } from './known-codes.ts'
import type { LogFacts } from './safe-facts.ts'

const FAILURES: ReadonlySet<string> = new Set(FAILURE_CODES)
const KNOWN_CODES: ReadonlySet<string> = new Set([...FAILURES, ...Object.keys(constants.errno)])
const LIBRARIES = /^(ERR|SQLITE|UND_ERR|CERT|ERR_SSL)_[A-Z0-9_]{1,50}$/

/** The code of an error, where the program, the system or a library gave it one. */
function codeOfError(error: unknown): string | null {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && (KNOWN_CODES.has(code) || LIBRARIES.test(code)) ? code : null
}

/**
 * What the log says of a failure: code and reason of one that people get a sentence for, of any other error all that is known.
 * Told by its shape: the desktop's main process, which writes lines as well, does not load SQLite to ask for a class.
 */
export function failureFacts(error: unknown): LogFacts {
  if (!(error instanceof Error) || !('code' in error) || !('data' in error)) return errorFacts(error)
  const { code, data } = error
  if (typeof code !== 'string' || !FAILURES.has(code)) return errorFacts(error)
  return { code, ...(typeof data === 'object' && data !== null && reasonFact(data)) }
}

/** Why, where a failure's data say so in a code of ours. Many are sentences, for people. */
export function reasonFact(data: object): LogFacts {
  const reason: unknown = 'reason' in data ? data.reason : null
  return isReason(reason) ? { reason } : {}
}

/** What the log says of an error: its class, code, the known words of its message, and where in the program it was thrown. */
export function errorFacts(error: unknown): LogFacts {
  const code = codeOfError(error)
  const { name, message, stack, cause } = plainError(error)
  return {
    error: name,
    ...(code === null ? {} : { code }),
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined ? {} : causeFacts(cause)),
  }
}

/** An error that came from another thread or realm is not always an Error of this one. */
function plainError(error: unknown): { name: string; message: string; stack?: string; cause?: unknown } {
  if (typeof error !== 'object' || error === null) return { name: 'Error', message: typeof error === 'string' ? error : '' }
  const { name, message, stack, cause } = error as Partial<Record<'name' | 'message' | 'stack' | 'cause', unknown>>
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : '',
    ...(typeof stack === 'string' ? { stack: withoutMessage(stack, message) } : {}),
    ...(cause === undefined ? {} : { cause }),
  }
}

/** The message is the stack's first lines, and one that was made to look like places in the code is none of them. */
const withoutMessage = (stack: string, message: unknown) =>
  typeof message === 'string' && message !== '' ? stack.replace(message, '') : stack

function causeFacts(cause: unknown): LogFacts {
  const code = codeOfError(cause)
  const known = plainError(cause)
  return { ...(code === null ? {} : { causeCode: code }), ...(known.stack === undefined ? {} : { causeStack: known.stack }) }
}
