import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { onScopeDispose, watch } from 'vue'
import type { Failure } from '../electron/contract/common.ts'
import type { Contract } from '../electron/contract/index.ts'
import { LineLost, lineState, waitingLink } from './connection.ts'

/** Everything the window may ask, typed by the contract. Only its types are imported: no schema is bundled, because zod generates code, which the strict CSP forbids. */
export const client: ContractRouterClient<Contract> = createORPCClient(waitingLink)

/** True when the view that asked has cancelled its question: no failure to show. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** Asks, and once more over the next connection where this one breaks before the answer. For what only reads. */
export const askAgain = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => (error instanceof LineLost ? ask() : Promise.reject(error)))

/**
 * Turns any error of a call into the failure that views have a sentence for. A refused input gives the code of its
 * first issue where that is one of ours (INPUT_CODES), else BAD_INPUT with the field.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof ORPCError) {
    if (error.code === 'FAILED' && isFailure(error.data)) return error.data
    if (error.code === 'BAD_REQUEST') return refusedInput(error.data)
    return { code: 'UNKNOWN', data: { detail: error.message } }
  }
  if (error instanceof LineLost || lineState.value !== 'open') return { code: 'PROGRAM_AWAY', data: {} }
  return { code: 'UNKNOWN', data: { detail: error instanceof Error ? error.message : String(error) } }
}

function isFailure(data: unknown): data is Failure {
  return typeof data === 'object' && data !== null && 'code' in data && 'data' in data
}

const INPUT_CODES = ['SPAN_REVERSED', 'TIME_TOO_FAR', 'UNKNOWN_TIME_ZONE']

function refusedInput(data: unknown): Failure {
  const issues = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : null
  const first: unknown = Array.isArray(issues) ? issues[0] : null
  if (typeof first !== 'object' || first === null) return { code: 'BAD_INPUT', data: { field: null } }
  const message = 'message' in first ? String(first.message) : ''
  if (INPUT_CODES.includes(message)) return { code: message, data: {} }
  const path = 'path' in first && Array.isArray(first.path) ? first.path.join('.') : null
  return { code: 'BAD_INPUT', data: { field: path } }
}

/**
 * Follows an event iterator of the contract for as long as the surrounding effect scope lives, and
 * subscribes again when the connection to the program is back.
 * @param heard called as soon as it listens, `again` where it listened before: what was said until then has not been heard
 */
export function follow<T>(
  subscribe: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
  handle: (value: T) => void,
  heard: (again: boolean) => void = () => undefined,
): void {
  const over = new AbortController()
  const run = async () => {
    let before = false
    while (!over.signal.aborted) {
      try {
        const values = await subscribe(over.signal)
        heard(before)
        before = true
        for await (const value of values) handle(value)
      } catch {
        // The scope is over, or the connection broke: which of the two is asked above.
      }
      await lineSettled(over.signal)
    }
  }
  onScopeDispose(() => over.abort())
  void run()
}

/** Waits a moment, then until the connection is open: a stream that ends at once must not become a busy loop. */
function lineSettled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      const stop = watch(
        lineState,
        (state) => {
          if (state !== 'open' && !signal.aborted) return
          resolve()
          queueMicrotask(() => stop())
        },
        { immediate: true },
      )
      signal.addEventListener('abort', () => resolve(), { once: true })
    }, 300)
  })
}
