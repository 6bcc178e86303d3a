import { rmSync } from 'node:fs'
import { openBook } from '../../../electron/book/file/open.ts'
import type { Plan } from '../../../electron/contract/downloads.ts'
import { createDownloads } from '../../../electron/downloads/downloads.ts'
import { createConnection } from '../../../electron/service/connection.ts'
import { memoryTokenStore } from '../../../electron/service/tokens.ts'

/**
 * `node ours.ts URL EMAIL PASSWORD FILE FROM TO`: Meterbook's own parts pull the hourly archive of every station, over
 * HTTP, through token chain, schemas, queue and coverage, into a book. Prints the processor time of that pull alone:
 * signing in and the directories come before.
 */
const [url = '', email = '', password = '', file = '', from = '', to = ''] = process.argv.slice(2)
rmSync(file, { force: true })
const clock = { nowMs: Date.now, monotonicMs: () => performance.now() }
const book = openBook(file, { mode: 'write', now: Date.now })
const connection = createConnection({
  baseUrl: url,
  email,
  store: memoryTokenStore(),
  maxLanes: 4,
  clock,
  random: Math.random,
})
await connection.signIn(password)
const downloads = createDownloads({ book, connection: () => connection, clock, lanes: () => 4 })

async function pull(archives: string[], stations: Plan['stations']) {
  downloads.start({ stations, archives, views: ['general'], span: { from, to }, refresh: false })
  const progress = await downloads.settled()
  if (progress.state !== 'done' || progress.tasks.failed > 0) throw new Error(`the pull ended ${progress.state}`)
  return progress
}

await pull(['reference'], 'all')
const before = process.cpuUsage()
const { records, pages } = await pull(['hourly'], 'all')
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, records, pages }))
await downloads.close()
await connection.signOut()
await connection.close()
book.close()
