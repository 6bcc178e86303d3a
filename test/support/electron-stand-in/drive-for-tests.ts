import { existsSync, writeFileSync } from 'node:fs'
import { crashOrder } from '../../packed/for-tests/crash-order.ts'
import { loadPage, standIn, startProgram } from './page.ts'

/** The main process of a program that is packed for tests, in whose build this runs: it is offered a newer version, and its thread crashes. */
const [, , book = ''] = process.argv
// Before the book is open: its thread begins with it.
writeFileSync(crashOrder(), '')
const window = await startProgram(process.cwd())
const client = await loadPage(window)
const { offer } = await client.updates.check({ asked: false })
await client.book.open({ file: book })
// Whoever asks first meets the crash.
await client.findings.analysis().catch(() => null)
const told = await client.diagnostics.mishaps()
let kinds: string[] = []
while (kinds.length === 0) {
  const { value, done } = await told.next()
  if (done === true) break
  kinds = value.map(({ kind }) => kind)
}
await told.return?.()
const isObeyed = !existsSync(crashOrder())
const answered = await client.findings.analysis()

const ended = new Promise<void>((resolve) => standIn.app.once('quit', () => resolve()))
standIn.app.quit()
await ended
process.stdout.write(`\n${JSON.stringify({ offered: offer?.version, kinds, isObeyed, answered })}\n`)
