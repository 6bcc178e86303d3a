import type { Book } from '../book/book.ts'
import { ServiceError } from '../service/errors.ts'

/** Pages that are committed together take no longer than this: nothing else of the thread has its turn meanwhile. Ms. */
const TOGETHER_MS = 10

interface Page {
  write: () => void
  signal: AbortSignal
  done: () => void
  failed: (error: unknown) => void
}

export type Commits = ReturnType<typeof createCommits>

/**
 * Commits pages. Those that came while the last ones were committed go together into one transaction: the disk is waited for
 * once, and not once for each lane. All of them are committed, or none.
 */
export function createCommits(book: Book) {
  const waiting: Page[] = []

  function commit(): void {
    const written: Page[] = []
    const beginMs = performance.now()
    try {
      book.page(() => {
        while (waiting.length > 0 && performance.now() - beginMs < TOGETHER_MS) {
          const page = waiting.shift() as Page
          // A page that waits when the run is called off is dropped, and fetched again later.
          if (page.signal.aborted) {
            page.failed(new ServiceError('CANCELLED'))
            continue
          }
          written.push(page)
          page.write()
        }
      })
    } catch (error) {
      for (const { failed } of written) failed(error)
    }
    // Nothing more is heard of the tasks that have failed.
    for (const { done } of written) done()
    if (waiting.length > 0) setImmediate(commit)
  }

  /** Resolves when what is written is committed. Throws BookError, and ServiceError CANCELLED for an aborted signal. */
  return (write: () => void, signal: AbortSignal): Promise<void> =>
    new Promise((done, failed) => {
      if (waiting.push({ write, signal, done, failed }) === 1) setImmediate(commit)
    })
}
