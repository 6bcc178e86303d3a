/** Answers that are found when somebody first asks, and kept for as long as whoever gives them lives. */

export function once<T>(find: () => T): () => T {
  let found: { answer: T } | null = null
  return () => (found ??= { answer: find() }).answer
}

/** One answer for each key. */
export function onceFor<K, T>(find: (key: K) => T): (key: K) => T {
  const found = new Map<K, T>()
  return (key) => {
    if (!found.has(key)) found.set(key, find(key))
    return found.get(key) as T
  }
}
