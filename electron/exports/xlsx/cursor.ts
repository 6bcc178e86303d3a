/** Rows one at a time, with a look at the next: whether a sheet is needed is known before it is begun. */
export interface Cursor<T> {
  /** Undefined at the end. */
  peek(): T | undefined
  next(): T | undefined
  /** Frees what the rows hold (a statement of the database), also in the middle. */
  close(): void
}

export function cursorOf<T>(source: Iterable<T>): Cursor<T> {
  const iterator = source[Symbol.iterator]()
  let ahead: IteratorResult<T> | null = null
  const look = () => (ahead ??= iterator.next())
  return {
    peek() {
      const result = look()
      return result.done === true ? undefined : result.value
    },
    next() {
      const result = look()
      if (result.done === true) return undefined
      ahead = null
      return result.value
    },
    close() {
      if (ahead?.done !== true) iterator.return?.()
    },
  }
}
