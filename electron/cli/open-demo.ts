import { openApplication } from '../launch.ts'
import type { Terminal } from './terminal.ts'

/**
 * Opens the application on the demo's book at once; what is missing in it comes while one looks (backend/demo-tour.ts).
 * Resolves to the exit code.
 */
export function openDemo(terminal: Terminal, options: { printOnly: boolean }): Promise<number> {
  terminal.print('Meterbook opens on its demo service: 150 stations, which come within seconds.')
  return openApplication({ demo: true, printOnly: options.printOnly })
}
