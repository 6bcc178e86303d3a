import type { Lane } from './lane.ts'
import type { Operation } from './operations.ts'
import type { Page } from './page.ts'

/**
 * The pages of a list, one after the other, from `from` (1) on. `next_page` alone says how to go on; a
 * `next_page` that does not grow is refused by the reader (PAGE_LOOP, after the lane has asked again), so
 * this always ends. What was yielded before an error is the caller's to keep. The next page is asked for
 * only when the caller comes back, that is, after it has stored the last one.
 */
export async function* pages<T>(
  lane: Lane,
  operation: (page: number) => Operation<Page<T>>,
  options: { from?: number; signal?: AbortSignal } = {},
): AsyncGenerator<Page<T>, void, void> {
  let asked: number | null = options.from ?? 1
  while (asked !== null) {
    const page: Page<T> = await lane.call(
      operation(asked),
      options.signal === undefined ? {} : { signal: options.signal },
    )
    yield page
    asked = page.nextPage
  }
}
