import { addDays, dayAt } from '../../../electron/contract/time/day.ts'
import { median, type BenchOptions, type Figure } from '../measure.ts'
import type { DemoProcess } from '../processes.ts'
import type { Application } from './application.ts'
import type { Wire } from './devtools.ts'
import { settled } from './page.ts'
import { pageDown, toTop, wheel } from './scroll.ts'

/**
 * The longest task of the page's main thread, as the browser itself counts tasks, while a download brings thousands of
 * records a second and the station table scrolls: the median over turns of each turn's longest.
 */
export async function longestTask(
  application: Application,
  demo: DemoProcess,
  wire: Wire,
  { size, turns, say }: BenchOptions<'ui'>,
): Promise<Figure<'ui'>> {
  await startDownload(application, demo)
  const page = await application.window(wire)
  await page.goto(application.origin)
  await page.has('[role=grid][aria-busy=false] [role=gridcell]')
  await settled(page)
  const longest: number[] = []
  for (let turn = 0; turn < (turns ?? size.turns.tasks); turn++) {
    await toTop(page)
    const before = await application.client.downloads.progress()
    const tasks = await tasksOf(wire, async () => {
      await wheel.go(page)
      await pageDown.go(page)
    })
    const after = await application.client.downloads.progress()
    if (after.state !== 'running') throw new Error(`the download is ${after.state}`)
    const longestMs = Math.max(...tasks)
    longest.push(longestMs)
    say(`(d) ${tasks.length} tasks, longest ${longestMs.toFixed(0)} ms, ${after.records - before.records} records came`)
  }
  await application.client.downloads.cancel()
  await page.close()
  return { row: 'download.task', value: median(longest) }
}

/** Signs in, fetches the lists, and begins with a year of everything: more than the bench has time for. */
async function startDownload({ client }: Application, { url, email, password }: DemoProcess): Promise<void> {
  await client.account.signIn({ url, email, password })
  const today = dayAt(Date.now())
  const plan = { stations: 'all' as const, span: { from: addDays(today, -364), to: today } }
  await client.downloads.start({ ...plan, archives: ['reference'] })
  for await (const progress of await client.downloads.watch()) if (progress.finishedMs !== null) break
  await client.downloads.start({ ...plan, archives: ['hourly', 'daily', 'events'] })
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  dur?: number
  args: { name?: string }
}

/** Durations in ms of all tasks of pages' main threads while `work` is done. */
export async function tasksOf(wire: Wire, work: () => Promise<void>): Promise<number[]> {
  const events: TraceEvent[] = []
  const stop = wire.on('Tracing.dataCollected', ({ value }: { value: TraceEvent[] }) => void events.push(...value))
  const complete = new Promise<void>((resolve) => {
    const done = wire.on('Tracing.tracingComplete', () => {
      done()
      resolve()
    })
  })
  const includedCategories = ['disabled-by-default-devtools.timeline']
  await wire.send('Tracing.start', { traceConfig: { includedCategories, excludedCategories: ['*'] } })
  await work()
  await wire.send('Tracing.end')
  await complete
  stop()
  const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const names = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const mains = new Set(names.map(thread))
  return events.filter((event) => event.name === 'RunTask' && mains.has(thread(event))).map(({ dur }) => (dur ?? 0) / 1000)
}
