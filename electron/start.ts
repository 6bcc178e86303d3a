import { parseArgs } from 'node:util'
import type { OpenOptions } from './launch.ts'
import { refuseOldNode } from './node-version.ts'

/**
 * `npm start [-- --book FILE] [--demo]`: the application, in Electron where it can run, else in the browser.
 * `npm run serve [-- --port N]` is the same with `--browser`.
 */
refuseOldNode()
void start().then((code) => (process.exitCode = code))

async function start(): Promise<number> {
  const [{ openApplication }, { portOf }, { visibleLines }] = await Promise.all([
    import('./launch.ts'),
    import('./web/port.ts'),
    import('./contract/visible.ts'),
  ])

  function readOptions(): OpenOptions | null {
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
  if (!options) return 2
  return openApplication(options).catch(async (error: unknown) => {
    const { whyNot } = await import('./web/why-not.ts')
    console.error(visibleLines(whyNot(error, options)))
    return 1
  })
}
