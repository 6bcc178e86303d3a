import { parseArgs } from 'node:util'
import { refuseOldNode } from './node-version.ts'

/**
 * `npm start [-- --book FILE] [--demo]`: the application, in Electron where it can run, else in the browser.
 * `npm run serve [-- --port N]` is the same with `--browser`.
 */
refuseOldNode()
const [{ openApplication }, { portOf }, { visibleLines }] = await Promise.all([
  import('./launch.ts'),
  import('./web/port.ts'),
  import('./contract/visible.ts'),
])

function readOptions(): Parameters<typeof openApplication>[0] | null {
  try {
    const { values } = parseArgs({
      options: {
        demo: { type: 'boolean' },
        book: { type: 'string' },
        port: { type: 'string', default: '0' },
        browser: { type: 'boolean' },
        'print-only': { type: 'boolean' },
      },
    })
    return {
      port: portOf(values.port),
      ...(values.demo && { demo: true }),
      ...(values.book && { book: values.book }),
      ...(values.browser && { inBrowser: true }),
      ...(values['print-only'] && { printOnly: true }),
    }
  } catch (error) {
    console.error(visibleLines(error instanceof Error ? error.message : String(error)))
    console.error('Usage: npm start -- [--book FILE] [--demo] [--browser] [--port N] [--print-only]')
    return null
  }
}

const options = readOptions()
process.exitCode = !options
  ? 2
  : await openApplication(options).catch(async (error: unknown) => {
      const { whyNot } = await import('./web/why-not.ts')
      console.error(visibleLines(whyNot(error, options)))
      return 1
    })
