/** First come, first served: one holder at a time. */
export interface Mutex {
  /** Runs `work` when everyone before is done, and lets the next one in when it is settled. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nobody holds it or waits for it. */
  idle(): Promise<void>
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const mine = last.then(work, work)
      last = mine.catch(() => undefined)
      return mine
    },
    async idle() {
      for (let seen: Promise<unknown> | null = null; seen !== last;) {
        seen = last
        await seen
      }
    },
  }
}
