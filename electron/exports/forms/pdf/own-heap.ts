import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'

const HEAP_FLAG = /^--max-(semi|old)-space-size=/
/** V8's own young generation; a small one has the collector copy a page's nodes again and again. */
const SEMI_SPACE_MB = 16

const setFlags = (flags: readonly string[]) => flags.forEach((flag) => setFlagsFromString(flag))

/**
 * Starts a thread with a heap of its own. V8 puts the flags that a host gave Node for its own heap (`npm run meterbook`) above
 * the limits of a single thread, and laying out needs more (`npm run bench -- export --only pdf`: 1.35 under them,
 * 1.14 without): they are lifted until the thread runs. One that another hand starts in between may have as much.
 */
export function withOwnHeap(oldSpaceMb: number, start: () => Worker): Worker {
  const given = process.execArgv.filter((flag) => HEAP_FLAG.test(flag))
  // Without them the limits of the thread hold.
  if (given.length === 0) return start()
  setFlags([`--max-semi-space-size=${SEMI_SPACE_MB}`, `--max-old-space-size=${oldSpaceMb}`])
  const worker = start()
  function restore(): void {
    // Once: what ends later must not take the heap of a thread that is being started then.
    worker.off('online', restore).off('exit', restore)
    setFlags(given)
  }
  return worker.on('online', restore).on('exit', restore)
}
