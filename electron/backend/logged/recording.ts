import { ORPCError, os } from '@orpc/server'
import { asBookError } from '../../book/file/errors.ts'
import { isKnownFailure } from '../../downloads/failures.ts'
import type { ProgramLog } from '../program-log.ts'
import { errorFacts, failureFacts } from './error-facts.ts'
import type { LogFacts } from './safe-facts.ts'

/** The same failure of the same question is written once in this time, ms: a view may ask each second. */
const REST_MS = 60_000
const MOST_KEPT = 500

/** What everybody fails with who gives up, or asks without a book. */
const USUAL: ReadonlySet<string> = new Set(['CANCELLED', 'NO_BOOK'])

/** Writes what a window's question failed with: a code of ours as a warning, anything else as an error with its place in the code. */
export function recording(log: ProgramLog, nowMs: () => number = () => performance.now()) {
  const written = new Map<string, number>()

  function once(key: string, level: 'warn' | 'error', what: string, facts: LogFacts): void {
    const now = nowMs()
    const before = written.get(key)
    if (before !== undefined && now - before < REST_MS) return
    if (written.size >= MOST_KEPT) written.clear()
    written.set(key, now)
    log.write(level, what, facts)
  }

  function record(procedure: string, thrown: unknown): void {
    const cause = asBookError(thrown instanceof ORPCError && thrown.code === 'FAILED' ? thrown.cause : thrown)
    if (isKnownFailure(cause)) {
      const facts = failureFacts(cause)
      if (!USUAL.has(cause.code)) once([procedure, ...Object.values(facts)].join(' '), 'warn', 'question-failed', { procedure, ...facts })
    } else if (cause instanceof ORPCError && cause.status < 500) {
      once(`${procedure} ${cause.code}`, 'warn', 'question-refused', { procedure, code: cause.code })
    } else {
      const facts = errorFacts(cause)
      once(`${procedure} ${String(facts['stack'])}`, 'error', 'unexpected', { procedure, ...facts })
    }
  }

  return os.middleware(async ({ next, path, signal }) => {
    try {
      return await next()
    } catch (error) {
      // The window has gone, or asks something else by now.
      if (signal?.aborted !== true) record(path.join('.'), error)
      throw error
    }
  })
}
