import path from 'node:path'
import type { SyncReport } from '../../electron/cli/sync-report.ts'
import { addDays, dayAt } from '../../electron/contract/time/day.ts'
import { median, type Bench } from './measure.ts'
import { commandLine, inFolder, residentBytes, runProgram, startDemoProcess } from './processes.ts'

/**
 * Resident memory of `meterbook sync` while it pulls more than a million records with four lanes: its peak, and
 * its middle value over the last quarter of the pull beside the one over the second quarter (the first has
 * the start of the program in it). A pull that kept what it read would double between them.
 */
const SAMPLE_MS = 100

export const bench: Bench<'memory'> = async ({ size, say }) => {
  const nowMs = Date.now()
  const to = dayAt(nowMs)
  const from = addDays(to, 1 - size.years * 365)
  const demo = await startDemoProcess({ stations: size.stations, nowMs })
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
      if (records < size.records) throw new Error(`only ${records} records`)
      const peak = Math.max(...samples)
      const quarter = (number: number) =>
        samples.slice(Math.floor((samples.length * (number - 1)) / 4), Math.floor((samples.length * number) / 4))
      say(`${records} records, ${samples.length} samples, peak ${Math.round(peak / 1e6)} MB`)
      return [
        { row: 'peak', value: peak / 1e6 },
        { row: 'growth', value: median(quarter(4)) / median(quarter(2)) },
      ]
    })
  } finally {
    await demo.stop()
  }
}
