import path from 'node:path'
import type { SyncReport } from '../../electron/cli/sync-report.ts'
import { addDays, dayAt } from '../../electron/contract/time/day.ts'
import { atMost, median, type Bench } from './measure.ts'
import { commandLine, inFolder, residentBytes, runProgram, startDemoProcess } from './processes.ts'

/**
 * Resident memory of `meterbook sync` while it pulls more than a million records with four lanes: its peak beside
 * 250 MB, and its middle value over the last quarter of the pull beside the one over the second quarter (the first has
 * the start of the program in it). A pull that kept what it read would double between them.
 */
const RECORDS = 1_000_000
const STATIONS = 45
const YEARS = 3
const LIMIT_BYTES = 250_000_000
const SAMPLE_MS = 100

export const bench: Bench = async ({ say }) => {
  const nowMs = Date.now()
  const to = dayAt(nowMs)
  const from = addDays(to, 1 - YEARS * 365)
  const demo = await startDemoProcess({ stations: STATIONS, nowMs })
  try {
    return await inFolder(async (folder) => {
      const samples: number[] = []
      let sampler: NodeJS.Timeout | undefined
      const args = ['sync', '--url', demo.url, '--email', demo.email, '--book', path.join(folder, 'memory.meterbook')]
      const span = ['--archives', 'hourly', '--views', 'general', '--from', from, '--to', to, '--json']
      const done = await runProgram(process.execPath, [...commandLine(), ...args, ...span], {
        env: { METERBOOK_PASSWORD: demo.password },
        started: (pid) => {
          sampler = setInterval(() => {
            const bytes = residentBytes(pid)
            if (bytes !== null) samples.push(bytes)
          }, SAMPLE_MS)
        },
      })
      clearInterval(sampler)
      if (done.code !== 0) throw new Error(`meterbook sync ended with ${done.code}: ${done.stderr}`)
      const { records } = JSON.parse(done.stdout) as SyncReport
      if (records < RECORDS) throw new Error(`only ${records} records`)
      const peak = Math.max(...samples)
      const quarter = (number: number) =>
        samples.slice(Math.floor((samples.length * (number - 1)) / 4), Math.floor((samples.length * number) / 4))
      say(`${records} records, ${samples.length} samples, peak ${Math.round(peak / 1e6)} MB`)
      return [
        atMost('peak resident memory while pulling a million records, times 250 MB', peak / LIMIT_BYTES, 0.9),
        atMost('resident memory in the last quarter, times the second quarter', median(quarter(4)) / median(quarter(2)), 1.15),
      ]
    })
  } finally {
    await demo.stop()
  }
}
