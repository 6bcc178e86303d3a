import type { Worker } from 'node:worker_threads'
import zlib from 'node:zlib'

/**
 * Ends a thread between its steps in zlib. Node ends the whole process where a thread is terminated while it makes a stream of
 * zlib ("close before init"), which pdfkit does for each page. Owner and thread share one number that says who goes first.
 */

const FREE = 0
/** The thread is in zlib. */
const BUSY = 1
/** The owner ends the thread, which does not go into zlib again. */
const ENDED = 2

/** The number that a thread and its owner share. */
export const sharedSteps = (): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4))

/** In the thread, before its first step: zlib's functions that pdfkit and png-js call are done to their end, or not at all. */
export function keepZlibWhole(steps: Int32Array<SharedArrayBuffer>): void {
  function uncut<Given extends unknown[], Made>(step: (...given: Given) => Made): (...given: Given) => Made {
    return (...given) => {
      // Being terminated is all that it waits for here.
      if (Atomics.compareExchange(steps, 0, FREE, BUSY) === ENDED) Atomics.wait(steps, 0, ENDED)
      try {
        return step(...given)
      } finally {
        Atomics.store(steps, 0, FREE)
        Atomics.notify(steps, 0)
      }
    }
  }
  Object.assign(zlib, { deflateSync: uncut(zlib.deflateSync), inflate: uncut(zlib.inflate) })
}

/** Terminates a thread that keeps its steps in zlib whole; resolves when it has ended, by itself too. */
export async function endBetweenSteps(worker: Worker, steps: Int32Array<SharedArrayBuffer>): Promise<void> {
  const gone = new Promise<'gone'>((resolve) => worker.once('exit', () => resolve('gone')))
  while (Atomics.compareExchange(steps, 0, FREE, ENDED) === BUSY) {
    if ((await Promise.race([Atomics.waitAsync(steps, 0, BUSY).value, gone])) === 'gone') return
  }
  await worker.terminate()
}
