import type { FailureCode, MeterbookError } from '../../contract/errors.ts'

/** What the owner of a thread and the thread say to each other. */

/** A thread's answers: by name, what is given and what comes back, both plain data. */
export type Questions = Record<string, (input: never, at: AtWork) => unknown>

/** What work gets besides its input. */
export interface AtWork {
  /** How far it is, of how many (null: not known); passed on a few times a second. */
  tell: (done: number, total: number | null) => void
  /** Aborted once nobody waits for the answer. */
  signal: AbortSignal
  /** True once nobody waits for the answer. For work in synchronous steps, during which no message arrives. */
  isCancelled: () => boolean
}

export type InputOf<Q extends Questions, Name extends keyof Q> = Parameters<Q[Name]>[0]
export type AnswerOf<Q extends Questions, Name extends keyof Q> = Awaited<ReturnType<Q[Name]>>

/** `stop`: one Int32, not 0 once the work is to end. */
export type ToThread = { ask: number; name: string; input: unknown; stop: SharedArrayBuffer } | { cancel: number }

export type FromThread =
  | { ready: true }
  | { progress: number; done: number; total: number | null }
  | { answer: number; result: unknown }
  | { answer: number; failure: { code: FailureCode; data: MeterbookError['data'] } }
  /** A thrown value that is no failure the program knows: the log shows it as it came. */
  | { answer: number; thrown: unknown }
  /** Nobody asked for it. */
  | { told: unknown }
