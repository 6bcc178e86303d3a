/**
 * A question whose answer may be fetched before the view that shows it exists. The prefetch and the view share this
 * one object, so what was fetched is found by what it is, not by comparing two inputs that happen to be equal.
 */
export interface Prefetchable<I, T> {
  /** Asks now and keeps the answer for the view, `keepMs` at most. Asks nothing where an answer is kept or under way. */
  prefetch: (input: I, keepMs?: number) => Promise<T>
  /** Hands over the answer that was prefetched, once; asks where there is none or where the prefetch failed. */
  ask: (input: I, signal?: AbortSignal) => Promise<T>
  /** Drops what nobody has taken yet: the book has changed. */
  forget: () => void
}

/** Long enough for the next screen to be built; a later one shall see newer data. */
const KEEP_MS = 3000

/** @param keyOf tells one input from another */
export function prefetchable<T, I = void>(
  call: (input: I, signal?: AbortSignal) => Promise<T>,
  keyOf: (input: I) => string = () => '',
): Prefetchable<I, T> {
  const kept = new Map<string, { answer: Promise<T>; timer: ReturnType<typeof setTimeout> }>()
  /** The timer goes with the answer: it would hold what is long forgotten. */
  function drop(key: string): void {
    clearTimeout(kept.get(key)?.timer)
    kept.delete(key)
  }
  return {
    prefetch(input, keepMs = KEEP_MS) {
      const key = keyOf(input)
      const known = kept.get(key)
      if (known) return known.answer
      const answer = call(input)
      const mine = { answer, timer: setTimeout(() => drop(key), keepMs) }
      kept.set(key, mine)
      // A failure is told to the view, which asks again.
      answer.catch(() => {
        if (kept.get(key) === mine) drop(key)
      })
      return answer
    },
    ask(input, signal) {
      const key = keyOf(input)
      const answer = kept.get(key)?.answer
      drop(key)
      return answer?.catch(() => call(input, signal)) ?? call(input, signal)
    },
    forget: () => [...kept.keys()].forEach(drop),
  }
}
