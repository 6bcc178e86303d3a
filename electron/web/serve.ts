import { parseArgs } from 'node:util'
import { watchedOutput } from '../cli/terminal.ts'
import { startWebHost, type WebHost, type WebHostOptions } from '../web-host.ts'
import { HOST } from '../terminal/sentences.ts'
import { portOf } from './port.ts'
import { untilStopped } from './until-stopped.ts'
import { whyNot } from './why-not.ts'

/**
 * `electron/web.ts`: serves the application until Ctrl+C or SIGTERM and returns the exit code.
 * The address goes to standard output, alone in its line; the rest to standard error.
 */
export async function serve(argv: readonly string[]): Promise<number> {
  const output = watchedOutput()
  const options = readOptions(argv, output.note)
  if (!options) return 2
  // Listened for from here on: whoever reads the address may end the program at once.
  const stopped = untilStopped()
  let host: WebHost
  try {
    host = await startWebHost(options)
  } catch (error) {
    output.note(whyNot(error, options))
    return 1
  }
  output.print(host.url)
  output.note(HOST.address)
  const reason = await output.flushed()
  if (reason === null) await stopped
  else output.note(`The address could not be written to standard output (${reason}), so Meterbook ends.`)
  await host.close()
  return reason === null ? 0 : 1
}

function readOptions(argv: readonly string[], complain: (text: string) => void): WebHostOptions | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { port: { type: 'string', default: '0' }, book: { type: 'string' }, demo: { type: 'boolean' } },
    })
    return { port: portOf(values.port), demo: values.demo ?? false, ...(values.book ? { book: values.book } : {}) }
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    complain('Usage: [--port N] [--book FILE] [--demo]')
    return null
  }
}
