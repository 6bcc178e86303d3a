import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { MeterbookError, type FailureCode } from '../../contract/errors.ts'
import { asBookError } from '../file/errors.ts'
import type { AtWork, FromThread, Questions, ToThread } from './messages.ts'

/** Told at most this often. */
const TELL_MS = 50

/** What a thread is given by its owner when it starts. */
export const given = <Given>(): Given => workerData as Given

/** Says something to the owner that it did not ask for: plain data. */
export const tellOwner = (told: unknown): void => say({ told })

const say = (message: FromThread): void => parentPort?.postMessage(message)

/** As `nice -n 10`: where processors are few, the desk and the window come first. */
const NICE = 10

/** Linux alone has a priority for each thread; elsewhere this would slow the whole program. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(NICE)
  } catch {
    // Some containers refuse it: the work is done all the same.
  }
}

/**
 * Answers what the owner asks, until the owner closes the thread. Call it once, last of all in the thread's program.
 * @param inHaste a window waits for the answers: the thread has the same priority as the desk
 */
export function serveOwner(questions: Questions, { inHaste = false } = {}): void {
  if (!inHaste) stepBack()
  const running = new Map<number, AbortController>()

  async function answer({ ask, name, input, stop }: Extract<ToThread, { ask: number }>): Promise<void> {
    const ending = new AbortController()
    const flag = new Int32Array(stop)
    if (Atomics.load(flag, 0) !== 0) ending.abort()
    running.set(ask, ending)
    let toldMs = 0
    const at: AtWork = {
      signal: ending.signal,
      isCancelled: () => Atomics.load(flag, 0) !== 0,
      tell(done, total) {
        if (performance.now() - toldMs < TELL_MS) return
        toldMs = performance.now()
        say({ progress: ask, done, total })
      },
    }
    try {
      const work = questions[name]
      if (!work) throw new TypeError(`The thread is not asked '${name}'.`)
      say({ answer: ask, result: await work(input as never, at) })
    } catch (thrown) {
      const error = asBookError(thrown)
      if (error instanceof MeterbookError) say({ answer: ask, failure: { code: error.code as FailureCode, data: error.data } })
      else say({ answer: ask, thrown })
    } finally {
      running.delete(ask)
    }
  }

  // When the program's modules have been evaluated to their end: only then may the thread be ended.
  setImmediate(() => {
    say({ ready: true })
    parentPort?.on('message', (message: ToThread) => {
      if ('cancel' in message) running.get(message.cancel)?.abort()
      else void answer(message)
    })
  })
}
