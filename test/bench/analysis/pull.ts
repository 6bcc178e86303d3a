import { rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startAnalyst, type Analyst } from '../../../electron/analyst/analyst.ts'
import { openBook } from '../../../electron/book/file/open.ts'
import { createDownloads } from '../../../electron/downloads/downloads.ts'
import { createConnection } from '../../../electron/service/connection.ts'
import { memoryTokenStore } from '../../../electron/service/tokens.ts'
import { USUAL } from './station.ts'

/**
 * `node pull.ts URL EMAIL PASSWORD FILE FROM TO judging|alone`: pulls hours, days, settings, events and sessions of every
 * station, while the analyst judges them in its thread, or not. Prints how long the pull took, in ms, and the longest time that
 * nothing else of the thread had its turn.
 */
const [url = '', email = '', password = '', file = '', from = '', to = '', how = ''] = process.argv.slice(2)
rmSync(file, { force: true })
const clock = { nowMs: Date.now, monotonicMs: () => performance.now() }
const book = openBook(file, { mode: 'write', now: Date.now })
const store = memoryTokenStore()
const connection = createConnection({ baseUrl: url, email, store, maxLanes: 4, clock, random: Math.random })
await connection.signIn(password)
let analyst: Analyst | null = null
const downloads = createDownloads({
  book,
  connection: () => connection,
  clock,
  lanes: () => 4,
  onCommit: () => analyst?.nudge(),
})

async function pull(archives: string[]) {
  downloads.start({ stations: 'all', archives, views: ['general'], span: { from, to }, refresh: false })
  const progress = await downloads.settled()
  if (progress.state !== 'done' || progress.tasks.failed > 0) throw new Error(`the pull ended ${progress.state}`)
  return progress
}

await pull(['reference'])
if (how === 'judging') {
  analyst = startAnalyst({ book, at: () => ({ usual: USUAL, nowMs: Date.now() }), tell: () => undefined })
  analyst.nudge()
}
const held = monitorEventLoopDelay({ resolution: 1 })
held.enable()
const begunMs = performance.now()
const { records } = await pull(['hourly', 'daily', 'settings', 'events', 'sessions'])
const elapsedMs = performance.now() - begunMs
held.disable()
const { judged } = book.findings.judgedTotals()
process.stdout.write(JSON.stringify({ elapsedMs, records, judged, heldMs: held.max / 1e6 }))
await analyst?.close()
await downloads.close()
await connection.signOut()
await connection.close()
book.close()
