import { sentenceOf } from '../cli/sentences.ts'
import { HOST } from '../terminal/sentences.ts'
import { failureOf } from '../downloads/failures.ts'

/** Why the application did not start, in a sentence. */
export function whyNot(error: unknown, { port }: { port?: number }): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return HOST.portTaken(port)
  return `Meterbook cannot start. ${sentenceOf(failureOf(error))}`
}
