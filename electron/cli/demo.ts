import { once } from 'node:events'
import { InvalidArgumentError, type Command } from 'commander'
import { FAULT_PRESETS, faultsOf, startDemoService, type Faults } from '../demo/index.ts'
import type { CommandContext } from './context.ts'
import { portTaken } from './failure.ts'
import { whole } from './options.ts'

interface DemoFlags {
  port?: number
  stations?: number
  latency?: number
  fault?: Partial<Faults>
  json?: boolean
}

/** `meterbook demo`: only the demo service, until it is told to end. */
export function demoCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('demo')
    .option('--port <N>', 'port on 127.0.0.1 (any free one)', whole(0, 65_535))
    .option('--stations <N>', 'how many stations it has (150)', whole(1, 50_000))
    .option('--latency <MS>', 'time from request to answer, milliseconds', whole(0, 60_000))
    .option('--fault <FAULT>', 'a fault from the start on: its name, or JSON like \'{"latency":{"ms":300}}\'; again for more', fault)
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(async ({ port, stations, latency, fault: faults, json }: DemoFlags) => {
      const service = await startDemoService({
        ...(port === undefined ? {} : { port }),
        ...(stations === undefined ? {} : { stations }),
        ...(latency === undefined ? {} : { latencyMs: latency }),
        ...(faults === undefined ? {} : { faults }),
      }).catch(portTaken(port))
      const { url, email, password } = service
      if (json) terminal.print(JSON.stringify({ url, email, password }))
      else {
        terminal.print(`Address   ${url}\nEmail     ${email}\nPassword  ${password}`)
        terminal.note('The demo service runs until you press Ctrl+C.')
      }
      if (!terminal.signal.aborted) await once(terminal.signal, 'abort')
      await service.close()
    })
}

/** Adds the faults that one `--fault` names to those before it. */
function fault(text: string, before: Partial<Faults> = {}): Partial<Faults> {
  try {
    return { ...before, ...faultsOf(text) }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'not a fault'
    throw new InvalidArgumentError(`${why}. Names: ${Object.keys(FAULT_PRESETS).join('; ')}.`)
  }
}

const EXAMPLES = `
Examples:
  meterbook demo --port 8080
  meterbook demo --fault 'truncated JSON' --fault '{"latency":{"ms":300}}'
While it runs: PUT /__demo/faults switches faults on and (null) off, DELETE clears all, GET tells what happened.`
