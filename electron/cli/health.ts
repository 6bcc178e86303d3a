import type { Command } from 'commander'
import { healthRow } from '../analysis/answers/health/health-row.ts'
import { healthOfAll } from '../analysis/answers/health/keep.ts'
import { calledBy } from '../contract/called.ts'
import type { HealthRow } from '../contract/fleet.ts'
import { dayAt } from '../contract/time/day.ts'
import { knownStations, usualGas, withBook } from './analysis-book.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { columns, count, plural } from './numbers.ts'
import * as read from './options.ts'

interface HealthFlags {
  book: string
  stations: 'all' | number[]
  json?: boolean
}

const SHOWN = 100

/** `meterbook health`: how devices and their telemetry are. */
export function healthCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('health')
    .requiredOption('--book <FILE>', 'the book')
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook health --book trip.meterbook --stations 12,14\nBattery levels are as the service sends them; an end is forecast only for types of which batteries were seen replaced. Exit 1: a station is silent, by the threshold of its rule, or its device writes over what was never fetched.',
    )
    .action(({ book: file, stations, json }: HealthFlags) =>
      withBook(file, async (book) => {
        const nowMs = Date.now()
        const ids = knownStations(book, stations) ?? book.stations.ids()
        const known = await healthOfAll(book, { usual: usualGas(), nowMs })
        const rows = ids.flatMap((id) => {
          const station = book.stations.get(id)
          const health = known.get(id)
          return station && health ? [healthRow(station, health, nowMs)] : []
        })
        const isIll = ({ silence, overwrittenAtMs }: HealthRow) =>
          silence !== null || (overwrittenAtMs !== null && overwrittenAtMs <= nowMs)
        const exit = rows.some(isIll) ? EXIT.incomplete : EXIT.done
        terminal.print(json ? JSON.stringify({ file: book.file, atMs: nowMs, stations: rows, exit }, null, 2) : healthText(rows))
        finish(exit)
      }),
    )
}

function healthText(rows: readonly HealthRow[]): string {
  const cells = rows
    .slice(0, SHOWN)
    .map((row) => [
      calledBy(row.stationName, row.stationId),
      hours(row.silentHours),
      hours(row.rhythmHours),
      battery(row.telemetryBattery),
      battery(row.meterBattery),
      number(row.signal.median),
      number(row.retries.median),
      row.openSituations,
      row.overwrittenAtMs === null ? (row.depthKnown ? '' : 'depth unknown') : dayAt(row.overwrittenAtMs),
      number(row.usualM3ADay),
    ])
  const header = [
    'station',
    'silent',
    'reports every',
    'telemetry battery',
    "meter's battery",
    'RSSI',
    'retries',
    'open',
    'overwritten',
    'm³ a day',
  ]
  const more = rows.length > SHOWN ? [`… and ${plural(rows.length - SHOWN, 'more station')} (--json names them all)`] : []
  return [columns(cells, header), ...more].join('\n')
}

const number = (value: number | null): string => (value === null ? '' : count(Math.round(value * 10) / 10))
const hours = (value: number | null): string =>
  value === null ? '' : value < 48 ? `${count(Math.round(value))} h` : `${count(Math.round(value / 24))} days`
const WHY = { none_sent: '', too_few: 'too few days', no_slope: 'no slope', no_end: 'end unknown', uncertain: 'uncertain', ended: '' }
function battery({ median, endsAtMs, earliestMs, latestMs, noForecast, endLevel }: HealthRow['meterBattery']): string {
  if (median === null) return ''
  if (noForecast === 'ended')
    return `${number(median)}, ended${endsAtMs === null ? '' : ` ${dayAt(endsAtMs)}`} (replaced at ${number(endLevel)})`
  if (noForecast !== null) return `${number(median)}, no forecast: ${WHY[noForecast]}`
  const day = (ms: number | null) => (ms === null ? '…' : dayAt(ms))
  return `${number(median)}, until ${day(endsAtMs)} (${day(earliestMs)} to ${day(latestMs)})`
}
