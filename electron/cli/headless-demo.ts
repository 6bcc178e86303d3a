import { rmSync } from 'node:fs'
import path from 'node:path'
import { DEMO_URL } from '../backend/book-path.ts'
import { defaultDataFolder, makeDataFolder } from '../backend/data-folder.ts'
import { openBook } from './open-book.ts'
import { makeOwnFolder } from '../book/file/private.ts'
import { addDays, dayAt } from '../contract/time/day.ts'
import { stationCalled } from '../contract/called.ts'
import { visible } from '../contract/visible.ts'
import type { Plan } from '../contract/downloads.ts'
import type { Station } from '../contract/records.ts'
import { startDemoService, type DemoService } from '../demo/index.ts'
import { createConnection, type Connection } from '../service/connection.ts'
import { operations } from '../service/operations.ts'
import { memoryTokenStore } from '../service/tokens.ts'
import { askOffline } from './demo-questions.ts'
import { EXIT } from './exit.ts'
import { bytes, count, duration, plural } from './numbers.ts'
import { goodbye } from '../service/goodbye.ts'
import { download } from './sync-run.ts'
import type { SyncReport } from './sync-report.ts'
import type { Terminal } from './terminal.ts'

const STATIONS = 3
const DAYS = 92
const LANES = 4

/**
 * `npm run demo -- --headless`: the program does its job without a screen. It signs in to the embedded demo service,
 * downloads every resource of three stations for three months, stops the service, and answers and exports from the
 * book alone. Resolves to the exit code: 1 when anything is missing.
 */
export async function headlessDemo(terminal: Terminal): Promise<number> {
  const startedMs = performance.now()
  // A folder of its own, made anew each time: the demo always shows a whole download.
  const folder = path.join(defaultDataFolder(terminal.env), 'headless-demo')
  rmSync(folder, { recursive: true, force: true })
  makeDataFolder(defaultDataFolder(terminal.env))
  makeOwnFolder(folder)
  const file = path.join(folder, 'demo.meterbook')

  const service = await startDemoService()
  let report: SyncReport
  try {
    terminal.print(`1. The demo service runs at ${service.url}.`)
    report = await downloadFirstSet(service, file, terminal)
  } finally {
    await service.close()
  }
  if (report.exit !== EXIT.done) return report.exit
  terminal.print('\n3. The demo service is stopped. Everything from here on comes from the book.')
  const answers = await askOffline({ file, folder, span: report.plan.span, terminal })

  terminal.print('\n5. What lies where')
  for (const { what, file: name, size } of answers.files) terminal.print(`   ${what.padEnd(18)} ${name} (${bytes(size)})`)
  terminal.print(`   Open it again:     npm run -s meterbook -- serve --book ${file}`)
  for (const missing of answers.missing) terminal.note(`Missing: ${missing}`)
  terminal.print(`\nDone in ${duration(performance.now() - startedMs)}.`)
  return answers.missing.length === 0 ? EXIT.done : EXIT.incomplete
}

/** Signs in and downloads every resource of a few stations, with progress. */
async function downloadFirstSet(service: DemoService, file: string, terminal: Terminal): Promise<SyncReport> {
  const connection = createConnection({
    baseUrl: service.url,
    email: service.email,
    store: memoryTokenStore(),
    maxLanes: LANES,
    clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
    random: Math.random,
  })
  const owner = { url: DEMO_URL, email: service.email }
  const book = openBook(file, { mode: 'write', account: owner, now: Date.now, owner: 'meterbook demo' })
  try {
    const user = await connection.signIn(service.password)
    terminal.print(`   Signed in as ${user.email ?? service.email}.`)
    const stations = await firstStations(connection)
    const plan = firstPlan(stations)
    terminal.print(`\n2. Downloads every resource of ${STATIONS} stations, ${plan.span.from} to ${plan.span.to}:`)
    for (const station of stations) terminal.print(`   ${visible(stationCalled(station))}`)
    const report = await download({ plan, lanes: LANES }, { book, connection, terminal })
    terminal.print(
      `   ${plural(report.records, 'record')} in ${plural(report.pages, 'page')} (${bytes(report.bytes)}) in ${duration(report.elapsedMs)}; ${count(report.rejected)} rejected`,
    )
    if (report.failure) terminal.note(report.failure.sentence)
    return report
  } finally {
    await goodbye(connection)
    book.close()
  }
}

/** Three stations of different device types that have a device and telemetry, so that every resource has something. */
async function firstStations(connection: Connection): Promise<Station[]> {
  const { records } = await connection.lane().call(operations.stations({ page: 1 }))
  const whole = records.filter(({ equipmentId, telemetryId }) => equipmentId !== null && telemetryId !== null)
  const byType = new Map(whole.toReversed().map((station) => [station.equipmentTypeId, station]))
  return [...new Set([...byType.values(), ...whole])].slice(0, STATIONS)
}

function firstPlan(stations: readonly Station[]): Plan {
  const to = dayAt(Date.now())
  return {
    stations: stations.map(({ id }) => id),
    archives: ['all'],
    views: ['general', 'unified'],
    span: { from: addDays(to, 1 - DAYS), to },
    refresh: false,
  }
}
