import { ORPCError } from '@orpc/client'
import { loadPage, standIn, startProgram } from './page.ts'

/** The program started with a file on its command line, as the system does when a book is double-clicked. */
const window = await startProgram(process.cwd())
const client = await loadPage(window)
const commands = await client.program.commands()
const first = await commands.next()
const command = first.done ? null : first.value
const failure: unknown = await client.book
  .open({ file: command?.file ?? '' })
  .catch((error: unknown) => (error instanceof ORPCError ? error.data : String(error)))

const ended = new Promise<void>((resolve) => standIn.app.once('quit', () => resolve()))
standIn.app.quit()
await ended
const exits = standIn.record.filter(({ call }) => call === 'app.exit')
process.stdout.write(`\n${JSON.stringify({ command, failure, exits })}\n`)
