import { parseArgs } from 'node:util'
import { refuseOldNode } from '../node-version.ts'

/**
 * `npm run demo [-- --headless]`: Meterbook on its demo service. Headless it does its whole job in the terminal; else it
 * opens the application, which fills the demo's book while one looks.
 */
refuseOldNode()

const { values } = parseArgs({
  options: { headless: { type: 'boolean', default: false }, 'print-only': { type: 'boolean', default: false } },
})
async function run(): Promise<void> {
  const { processTerminal } = await import('./terminal.ts')
  const { headlessDemo } = await import('./headless-demo.ts')
  const { openDemo } = await import('./open-demo.ts')
  const { endWith, exit } = await import('./main.ts')

  const terminal = processTerminal()
  const code = await endWith(terminal, false, () =>
    values.headless ? headlessDemo(terminal) : openDemo(terminal, { printOnly: values['print-only'] }),
  )
  await exit(terminal, code)
}

void run()
