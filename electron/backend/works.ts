import { asBookError } from '../book/file/errors.ts'
import { MeterbookError } from '../contract/errors.ts'
import { isKnownFailure } from '../downloads/failures.ts'
import type { WorkKind } from '../contract/work-words.ts'
import type { Work } from '../contract/works.ts'
import { createBroadcast, newest } from './broadcast.ts'
import { failureFacts } from './logged/error-facts.ts'
import type { LogFacts } from './logged/safe-facts.ts'
import type { ProgramLog } from './program-log.ts'

/** A long piece of work gets a signal to end by, and a way to say how far it is. */
export interface AtWork {
  signal: AbortSignal
  tell: (done: number, total: number | null) => void
}

/** Told at most this often, unless work begins or ends. */
const TELL_MS = 100

/** The long work that is going on: every window sees how far it is, and may end it. */
export function createWorks(nowMs: () => number, log: Pick<ProgramLog, 'write'> = { write: () => undefined }) {
  const running = new Map<number, { state: Work; stop: AbortController; ended: Promise<void> }>()
  const told = createBroadcast<Work[]>(newest)
  let lastId = 0
  let lastToldMs = 0
  const states = () => [...running.values()].map(({ state }) => ({ ...state }))
  function tellAll(): void {
    lastToldMs = performance.now()
    told.publish(states())
  }

  return {
    /**
     * Does `work` and shows it while it lasts. `outer` ends it as well: the window that asked has gone.
     * @throws what `work` throws; MeterbookError CANCELLED where the user ended it.
     */
    async run<T>(
      about: { kind: WorkKind; title: string; savedId?: number; outer?: AbortSignal | undefined },
      work: (at: AtWork) => Promise<T>,
    ): Promise<T> {
      const id = ++lastId
      const stop = new AbortController()
      const signal = about.outer ? AbortSignal.any([stop.signal, about.outer]) : stop.signal
      const { kind, title, savedId = null } = about
      const state: Work = { id, kind, title, savedId, done: 0, total: null, ending: false, startedAtMs: nowMs() }
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      running.set(id, { state, stop, ended })
      tellAll()
      const beganMs = performance.now()
      const logEnd = (level: 'info' | 'warn' | 'error', facts: LogFacts) =>
        log.write(level, 'work-ended', { kind, ms: Math.round(performance.now() - beganMs), ...facts })
      try {
        const result = await work({
          signal,
          tell(done, total) {
            Object.assign(state, { done, total })
            if (performance.now() - lastToldMs >= TELL_MS) tellAll()
          },
        })
        logEnd('info', { outcome: 'done' })
        return result
      } catch (error) {
        if (signal.aborted) {
          logEnd('info', { outcome: 'cancelled' })
          throw new MeterbookError('CANCELLED', {}, { cause: error })
        }
        const failure = asBookError(error)
        logEnd(isKnownFailure(failure) ? 'warn' : 'error', { outcome: 'failed', ...failureFacts(failure) })
        throw error
      } finally {
        running.delete(id)
        tellAll()
        end()
      }
    },
    /** Asks work to end; of work that has ended by itself nothing is said. */
    cancel(id: number): void {
      const work = running.get(id)
      if (!work) return
      work.state.ending = true
      work.stop.abort()
      tellAll()
    },
    listen: (signal?: AbortSignal) => told.listen(signal, { first: states }),
    /** Ends all that is going on; resolves when it has ended: threads that load must not be ended with the program. */
    async close(): Promise<void> {
      for (const { stop } of running.values()) stop.abort()
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
      told.close()
    },
  }
}
export type Works = ReturnType<typeof createWorks>
