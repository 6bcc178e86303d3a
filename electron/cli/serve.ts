import { once } from 'node:events'
import type { Command } from 'commander'
import type { CommandContext } from './context.ts'
import { HOST } from '../terminal/sentences.ts'
import { portTaken } from './failure.ts'
import { whole } from './options.ts'

interface ServeFlags {
  book?: string
  port?: number
  demo?: boolean
}

/** `meterbook serve`: the application in a browser on this computer, until it is told to end. */
export function serveCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('serve')
    .option('--book <FILE>', 'open this book')
    .option('--port <N>', 'port on 127.0.0.1 (any free one)', whole(0, 65_535))
    .option('--demo', 'start the demo service and open its book')
    .addHelpText('after', '\nExamples:\n  meterbook serve --demo\n  meterbook serve --book trip.meterbook --port 8090')
    .action(async ({ book, port, demo }: ServeFlags) => {
      // Loaded here, so that the other commands do not pay for it.
      const { startWebHost } = await import('../web-host.ts')
      const host = await startWebHost({
        ...(book === undefined ? {} : { book }),
        ...(port === undefined ? {} : { port }),
        demo: demo ?? false,
      }).catch(portTaken(port))
      terminal.print(host.url)
      terminal.note(HOST.address)
      if (!terminal.signal.aborted) await once(terminal.signal, 'abort')
      await host.close()
    })
}
