import { setFlagsFromString } from 'node:v8'

const HEAP_FLAG = /^--max-(semi|old)-space-size=/
/** V8's own young generation; a small one has the collector copy a page's nodes again and again. */
const SEMI_SPACE_MB = 16

/**
 * Lifts the flags that a host gave Node for its own heap (`npm run meterbook`) until the caller lets them hold again: V8 puts
 * them above the limits of a single thread, and laying out needs more (`METERBOOK_BENCH=pdf npm run bench -- export`: 1.35
 * under them, 1.21 without). Call before the thread is made, and the answer once it runs. A thread that another hand starts
 * in between may have as much.
 */
export function liftHeapFlags(oldSpaceMb: number): () => void {
  const given = process.execArgv.filter((flag) => HEAP_FLAG.test(flag))
  // Without them the limits of the thread hold.
  if (given.length === 0) return () => undefined
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`)
  setFlagsFromString(`--max-old-space-size=${oldSpaceMb}`)
  return () => given.forEach((flag) => setFlagsFromString(flag))
}
