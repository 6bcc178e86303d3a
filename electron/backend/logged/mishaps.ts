import type { Mishap } from '../../contract/log-words.ts'
import { createBroadcast, newest } from '../broadcast.ts'

/** What has to be told once; it waits until a window has told it. */
export function createMishaps() {
  let waiting: { id: number; kind: Mishap }[] = []
  let last = 0
  const changes = createBroadcast<typeof waiting>(newest)
  const tell = () => changes.publish([...waiting])
  return {
    add(kind: Mishap): void {
      // What is waiting to be told already is not told twice.
      if (waiting.some((one) => one.kind === kind)) return
      waiting = [...waiting, { id: ++last, kind }]
      tell()
    },
    /** All that waits, at once and after each change. */
    listen: (signal?: AbortSignal) => changes.listen(signal, { first: () => [...waiting] }),
    told(ids: readonly number[]): void {
      waiting = waiting.filter(({ id }) => !ids.includes(id))
      tell()
    },
    close: () => changes.close(),
  }
}
export type Mishaps = ReturnType<typeof createMishaps>
