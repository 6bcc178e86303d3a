/** How long a request may take and how often it is repeated. Times in ms, sizes in bytes. */
export interface Limits {
  /** To open a connection (with TLS). */
  connectMs: number
  /** Without a single byte of the answer. */
  idleMs: number
  /** From a request to the last header of its answer, whatever is announced before it (102 Processing). */
  headMs: number
  /** Informational answers (1xx) to one request. */
  maxInformational: number
  /** A body must bring `windowBytes` in each window of this length: a slow mobile line (2 kB/s) brings eight times as much. */
  windowMs: number
  windowBytes: number
  /** From a request to the last byte of its answer: the largest page, 0.6 MB where it is not compressed, takes a third of it at 2 kB/s. */
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
  headMs: 120_000,
  maxInformational: 20,
  windowMs: 60_000,
  windowBytes: 15_000,
  answerMs: 900_000,
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
