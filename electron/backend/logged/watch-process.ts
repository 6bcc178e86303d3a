import type { ProgramLog } from '../program-log.ts'
import { errorFacts } from './error-facts.ts'

/** For Node's own monitor: an error that nothing caught is written at once, before the process ends with it as it would anyway. */
export function watchProcess(log: ProgramLog, say: () => void): () => void {
  const record = (error: unknown, origin: string) => {
    log.write('error', 'crashed', { origin: origin === 'unhandledRejection' ? 'rejection' : 'exception', ...errorFacts(error) })
    say()
  }
  process.on('uncaughtExceptionMonitor', record)
  return () => void process.off('uncaughtExceptionMonitor', record)
}
