import type { Command } from 'commander'
import { clockOf } from '../analysis/station/clock.ts'
import type { Amounts } from '../analysis/answers/consumption/amounts.ts'
import { peaksOf } from '../analysis/answers/consumption/peaks.ts'
import { stationsMeant } from '../analysis/answers/consumption/parts.ts'
import type { Book } from '../book/book.ts'
import { CONSUMPTION_STEPS, type ConsumptionStep } from '../contract/consumption-words.ts'
import type { ConsumptionAmount, ConsumptionPeaks } from '../contract/consumption.ts'
import { hoursIn, hoursTold, type KnownHours } from '../contract/known-hours.ts'
import { calledBy } from '../contract/called.ts'
import { statedClock } from '../contract/time/gas-clock.ts'
import { zoneClock } from '../contract/time/zone.ts'
import { visible } from '../contract/visible.ts'
import { judgedAmounts, knownStations, usualGas, withBook } from './analysis-book.ts'
import { askedClock, clockText, hourOption, zoneOption, type ClockFlags } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { columns, count, plural } from './numbers.ts'
import * as read from './options.ts'

export interface ConsumptionFlags extends ClockFlags {
  book: string
  by: ConsumptionStep
  stations: 'all' | number[]
  consumer?: number
  provider?: number
  from?: string
  to?: string
  json?: boolean
}

const MOST_ID = Number.MAX_SAFE_INTEGER

/** `meterbook consumption`: standard m³ by hour, gas day, month or year. */
export function consumptionCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('consumption')
    .requiredOption('--book <FILE>', 'the book')
    .option('--by <P>', CONSUMPTION_STEPS.join(', '), read.oneOf(CONSUMPTION_STEPS), 'month')
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--consumer <ID>', 'of one consumer', read.whole(0, MOST_ID))
    .option('--provider <ID>', 'of one provider with all its branches', read.whole(0, MOST_ID))
    .option('--from <D>', 'first gas day, yyyy-mm-dd', read.day)
    .option('--to <D>', 'last gas day, yyyy-mm-dd', read.day)
    .addOption(zoneOption())
    .addOption(hourOption())
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook consumption --book trip.meterbook --by month --stations 12 --from 2026-01-01\nEach number says how much of it is known: hours told by their own records, by the counter over holes, by the record of their day, and by nothing. Exit 1: hours are missing in a period that is over, or a station has no number at all.',
    )
    .action((flags: ConsumptionFlags) =>
      withBook(flags.book, async (book) => {
        const { from, to, by } = flags
        if (from !== undefined && to !== undefined) read.span(from, to)
        const found = await consumptionAsked(book, flags)
        const peaks = await peaksOf(book, { ...askedOf(book, flags), usual: usualGas(), nowMs: Date.now() })
        const isShort = ({ unknown, part }: ConsumptionAmount) => !part && unknown > 0
        const exit = found.without.length > 0 || found.amounts.some(isShort) ? EXIT.incomplete : EXIT.done
        const clock = statedClock(gasOf(book, flags))
        terminal.print(
          flags.json
            ? JSON.stringify({ file: book.file, by, ...clock, ...found, peaks, exit }, null, 2)
            : `${consumptionText(found, by, clock.timeZone)}${peaksText(peaks, clock.timeZone)}\nGas days: ${clockText(clock)}`,
        )
        finish(exit)
      }),
    )
}

const gasOf = (book: Book, flags: ConsumptionFlags) =>
  clockOf(book, flags.stations === 'all' ? [] : flags.stations, usualGas(), askedClock(flags))

/** Computes the amounts that the flags ask for. */
export function consumptionAsked(book: Book, flags: ConsumptionFlags): Promise<Amounts> {
  return judgedAmounts(book, { ...askedOf(book, flags), by: flags.by })
}

function askedOf(book: Book, flags: ConsumptionFlags) {
  const { stations, consumer, provider, from, to } = flags
  const stationIds = stationsMeant(book, {
    stationIds: knownStations(book, stations),
    consumerId: consumer,
    providerId: provider,
  })
  return { stationIds, from, to, gas: gasOf(book, flags) }
}

/** The greatest hour and the greatest gas day, on lines of their own. */
function peaksText({ hour, day }: ConsumptionPeaks, zone: string): string {
  const lines: string[] = []
  if (hour) lines.push(`Peak hour: ${count(round(hour.m3))} m³, ${zoneClock(zone).wall(hour.fromMs)}`)
  if (day)
    lines.push(
      `Peak gas day: ${count(round(day.m3))} m³, ${day.day}${day.unknown > 0 ? ` (${plural(day.unknown, 'hour')} of it unknown)` : ''}`,
    )
  return lines.map((line) => `\n${line}`).join('')
}

function consumptionText({ amounts, total, between, without, working, leftOut }: Amounts, by: ConsumptionStep, zone: string): string {
  const lines: string[] = []
  if (amounts.length > 0) {
    const clock = zoneClock(zone)
    const rows = amounts.map((one) => [
      by === 'hour' ? clock.wall(one.fromMs) : by === 'day' ? one.day : one.day.slice(0, by === 'month' ? 7 : 4),
      ...cells(one),
      earlierCell(one.earlier[0]),
      one.part ? 'part' : '',
    ])
    if (between) rows.push(['between', count(round(between.m3)), '', ...hourCells(between)])
    if (total) rows.push(['total', ...cells(total), '', total.part ? 'part' : ''])
    lines.push(columns(rows, [by, 'm³', 'known', 'received', 'counter', 'daily', 'unknown', 'abnormal', 'substitute', 'a year before', '']))
  }
  if (between) lines.push(BETWEEN)
  if (working.length > 0) lines.push(`Working m³, for no other is counted: ${plural(working.length, 'station')}`)
  if (leftOut.length > 0)
    lines.push(
      `Records between the hours that neither the counter nor a daily record explains, so that they count nowhere: ${plural(leftOut.length, 'station')}`,
    )
  for (const { stationId, stationName, why } of without.slice(0, 20))
    lines.push(`No number: ${visible(calledBy(stationName, stationId))} (${WHY[why]})`)
  if (without.length > 20) lines.push(`… and ${plural(without.length - 20, 'more station')} (--json names them all)`)
  return lines.length === 0 ? 'No station is meant.' : lines.join('\n')
}

const BETWEEN =
  "'between' is known as a whole and in no row alone: holes over the end of a row that the counter tells, and hours that the record of their day tells."

const hourCells = ({ received, byCounter, byDaily, unknown }: KnownHours): string[] =>
  [received, byCounter, byDaily, unknown].map((hours) => (hours === 0 ? '' : count(hours)))

const WHY: Readonly<Record<Amounts['without'][number]['why'], string>> = {
  no_device: 'no device',
  no_archive: 'no archive of hours, days or months',
  no_volume: 'no volume and no counter among its channels',
  unknown_unit: 'the unit of its volume is not known',
  no_records: 'no records',
}

/** With how much of it is known, where that is not all; a part: an archive begins within it. */
function earlierCell(one: ConsumptionAmount['earlier'][number] | undefined): string {
  if (!one || one.m3 === null) return ''
  const said = [...(one.complete === null || one.complete >= 1 ? [] : [`${cutShare(one.complete)} %`]), ...(one.part ? ['part'] : [])]
  return `${count(round(one.m3))}${said.length === 0 ? '' : ` (${said.join(', ')})`}`
}

/** Cut, not rounded: what lacks an hour is never 100 %. */
const cutShare = (share: number): number => Math.floor(share * 1000) / 10

const round = (value: number): number => Math.round(value * 100) / 100

function cells({ m3, abnormalHours, substituteHours, ...hours }: ConsumptionAmount): string[] {
  const expected = hoursIn(hours)
  const share = expected === 0 ? '' : `${cutShare(hoursTold(hours) / expected)} % of ${count(expected)} h`
  const some = (value: number) => (value === 0 ? '' : `${count(round(value))} h`)
  return [
    m3 === null ? '—' : count(round(m3)),
    share,
    ...hourCells(hours),
    some(abnormalHours),
    substituteHours === null ? '—' : some(substituteHours),
  ]
}
