import { bookPathOf, DEMO_URL } from '../backend/book-path.ts'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { startDemoService } from '../demo/index.ts'
import { openApplication } from '../launch.ts'
import { EXIT } from './exit.ts'
import { downloadFirstSet } from './headless-demo.ts'
import type { Terminal } from './terminal.ts'

/** Downloads a first set into the demo account's book and opens the application on it. Resolves to the exit code. */
export async function openDemo(terminal: Terminal, options: { printOnly: boolean }): Promise<number> {
  const service = await startDemoService()
  try {
    const file = bookPathOf(defaultDataFolder(terminal.env), { url: DEMO_URL, email: service.email })
    terminal.print(`The demo service runs at ${service.url}.`)
    const report = await downloadFirstSet(service, file, terminal)
    if (report.exit !== EXIT.done) return report.exit
  } finally {
    await service.close()
  }
  // The application starts the demo service again, for itself.
  return openApplication({ demo: true, printOnly: options.printOnly })
}
