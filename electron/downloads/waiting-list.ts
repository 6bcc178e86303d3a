import type { Book } from '../book/book.ts'
import { readTarget } from './read-target.ts'
import type { Target } from './target.ts'

/** A waiting task as it is in the book. `target`: null when it cannot be read. */
export type WaitingTask = Omit<ReturnType<Book['tasks']['next']>[number], 'target'> & { target: Target | null }

/** How many waiting tasks are read from the book at a time. */
const BATCH = 64

/** The waiting tasks of a run that nobody works at yet, in the order of the queue; read from the book in batches. */
export function createWaitingList(runId: number, book: Book, open: { size: number; has(taskId: number): boolean }) {
  let batch: WaitingTask[] = []
  return {
    first(): WaitingTask | undefined {
      if (batch.length === 0) {
        batch = book.tasks
          .next(runId, BATCH + open.size)
          .filter((row) => !open.has(row.id))
          .map((row) => ({ ...row, target: readTarget(row.target) }))
      }
      return batch[0]
    },
    /** Takes the first one off the list. */
    takeFirst: (): void => void batch.shift(),
    /** The queue in the book has changed: it is read again. */
    forget: (): void => void (batch = []),
  }
}
