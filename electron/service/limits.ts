/** How long a request may take and how often it is repeated. Times in ms, sizes in bytes. */
export interface Limits {
  /** To open a connection (with TLS). */
  connectMs: number
  /** Without a single byte of the answer. */
  idleMs: number
  /** From a request to the last byte of its answer: 64 KiB, a full page compressed, take so long at 400 bytes a second. */
  answerMs: number
  /** An answer's body, as received and decompressed. */
  maxBodyBytes: number
  /** Repeats of a request after its first attempt. */
  retries: number
  /** Before the first repeat; doubles each time. */
  backoffMs: number
  maxBackoffMs: number
  /** A `Retry-After` longer than this is not slept through inside a request: the caller gets it as data. */
  maxRetryAfterMs: number
  /** Signing out lanes when the program quits takes at most this long. */
  closeMs: number
}

export const DEFAULT_LIMITS: Limits = {
  connectMs: 10_000,
  idleMs: 60_000,
  answerMs: 180_000,
  maxBodyBytes: 64 * 1024 * 1024,
  retries: 5,
  backoffMs: 500,
  maxBackoffMs: 30_000,
  maxRetryAfterMs: 120_000,
  closeMs: 5_000,
}

/** Passed in, so that tests control the time. */
export interface Clock {
  /** Wall clock, Unix ms; may be wrong by days. */
  nowMs(): number
  /** Never goes back; only differences mean something. */
  monotonicMs(): number
}

/** Resolves after `ms`; rejects when the signal is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>
