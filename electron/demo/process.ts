import { readFaults } from './control.ts'
import { startDemoService, type DemoOptions } from './index.ts'

/** Options of the demo service as its own process: those that JSON can hold, and a clock that stands still. */
interface ProcessOptions extends Omit<DemoOptions, 'now' | 'faults'> {
  nowMs?: number
  faults?: Record<string, unknown>
}

/**
 * `node electron/demo/process.ts '{"stations":150,"latencyMs":30}'`: starts the service, prints one JSON line
 * `{url, email, password}` and runs until it is told to end (SIGTERM, SIGINT, SIGHUP).
 */
async function main(): Promise<void> {
  const { nowMs, faults, ...options } = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions
  const service = await startDemoService({
    ...options,
    ...(nowMs === undefined ? {} : { now: () => nowMs }),
    ...(faults === undefined ? {} : { faults: readFaults(faults) }),
  })
  const { url, email, password } = service
  process.stdout.write(`${JSON.stringify({ url, email, password })}\n`)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void service.close().then(() => process.exit(0))
    })
  }
}

await main()
