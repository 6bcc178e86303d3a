import { parseArgs } from 'node:util'
import { sentenceOf as sentenceFor } from '../cli/sentences.ts'
import { failureOf } from '../downloads/failures.ts'
import { untilStopped } from './until-stopped.ts'
import { startWebHost, type WebHost, type WebHostOptions } from '../web-host.ts'

/**
 * `electron/web.ts`: serves the application until Ctrl+C or SIGTERM and returns the exit code.
 * The address goes to standard output, alone in its line; the rest to standard error.
 */
export async function serve(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv)
  if (!options) return 2
  let host: WebHost
  try {
    host = await startWebHost(options)
  } catch (error) {
    process.stderr.write(`${whyNot(error, options)}\n`)
    return 1
  }
  process.stdout.write(`${host.url}\n`)
  process.stderr.write('Open this address in a browser on this computer; it works once. Ctrl+C ends Meterbook.\n')
  await untilStopped()
  await host.close()
  return 0
}

function readOptions(argv: readonly string[]): WebHostOptions | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { port: { type: 'string' }, book: { type: 'string' }, demo: { type: 'boolean' } },
    })
    const port = values.port ?? '0'
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new TypeError(`There is no port '${port}'.`)
    return { port: Number(port), demo: values.demo ?? false, ...(values.book ? { book: values.book } : {}) }
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : String(error)}\nUsage: [--port N] [--book FILE] [--demo]\n`,
    )
    return null
  }
}

/** Why the application did not start, in a sentence. */
export function whyNot(error: unknown, options: Pick<WebHostOptions, 'port'>): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return `Port ${options.port} is taken by another program: choose another with --port.`
  return `Meterbook cannot start. ${sentenceFor(failureOf(error))}`
}
