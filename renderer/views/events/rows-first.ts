import { nextTick } from 'vue'

/**
 * Lets the counts of a filter wait for its rows: those are what somebody looks for, and both are answered by one thread
 * and drawn by another.
 */
export function useRowsFirst() {
  let rows: Promise<unknown> = Promise.resolve()
  return {
    /** Notes a question for rows that has been asked. */
    asked<T>(answer: Promise<T>): Promise<T> {
      rows = answer
      return answer
    },
    /** Resolves when the rows that were asked for last are there, or have failed. */
    async come(): Promise<void> {
      // The table may be about to ask: it lies below the screen, whose questions are asked first.
      await nextTick()
      await rows.catch(() => undefined)
      // The rows have been handed to the table by then, and it draws them before anything else is asked.
      await nextTick()
    },
  }
}
export type RowsFirst = ReturnType<typeof useRowsFirst>
