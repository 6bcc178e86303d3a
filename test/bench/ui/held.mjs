import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before the application (`--import`): each tenth of a second it adds a line to a file, with the moment and for how
 * long the process' main thread, the desk, was held at most meanwhile, in ms.
 */
const file = process.env.METERBOOK_BENCH_HELD
if (isMainThread && file) {
  const held = monitorEventLoopDelay({ resolution: 1 })
  held.enable()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${(held.max / 1e6).toFixed(1)}\n`)
    held.reset()
  }, 100).unref()
}
