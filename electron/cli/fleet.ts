import { wordsOf } from '../words/program.ts'
import type { Command } from 'commander'
import { clockOf } from '../analysis/station/clock.ts'
import { fleetOf } from '../analysis/answers/fleet/fleet.ts'
import { tripStops } from '../analysis/answers/fleet/trip.ts'
import { chosenVisits } from '../analysis/answers/fleet/visits.ts'
import type { TripStop } from '../contract/trip.ts'
import { shownCoordinates } from '../contract/coordinates.ts'
import { calledBy } from '../contract/called.ts'
import { zoneSaid } from '../contract/clock-text.ts'
import { zoneClock } from '../contract/time/zone.ts'
import type { VisitRow } from '../contract/fleet.ts'
import { RULE_CODES, type RuleCode, type VisitClass } from '../contract/rules.ts'
import { visitText, visitTongue } from '../contract/visit-text.ts'
import { judged, knownStations, usualGas, withBook } from './analysis-book.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { columns, count, plural, shown } from './numbers.ts'
import * as read from './options.ts'

interface FleetFlags {
  book: string
  stations: 'all' | number[]
  rules?: RuleCode[]
  trip?: true
  json?: boolean
}

/** Somebody has to go today or this week. */
const SOON: readonly VisitClass[] = ['A', 'B']
const SHOWN = 50

/** `meterbook fleet`: who needs a visit, and why. */
export function fleetCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('fleet')
    .requiredOption('--book <FILE>', 'the book')
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--rules <LIST>', 'only stations with findings of these rules, with commas', read.someOf(RULE_CODES))
    .option('--trip', 'the stations of the trip, in its own order')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook fleet --book trip.meterbook\nClasses: A today, B this week, C plan, D watch. Exit 1: somebody has to go today or this week (A or B).',
    )
    .action(({ book: file, stations, rules, trip, json }: FleetFlags) =>
      withBook(file, async (book) => {
        const nowMs = Date.now()
        const filter = { stationIds: knownStations(book, stations), rules }
        await judged(book, nowMs)
        const fleet = await fleetOf(book, { usual: usualGas(), nowMs })
        const { rows, ...totals } = chosenVisits(fleet, filter)
        if (trip) return terminal.print(tripText(tripStops(book, fleet, filter.stationIds), json === true, book.file))
        const { zone, zoneFrom } = clockOf(book, filter.stationIds ?? [], usualGas())
        const tongue = visitTongue('en', zone, nowMs)
        const exit = rows.some(({ visitClass }) => SOON.includes(visitClass)) ? EXIT.incomplete : EXIT.done
        if (json) {
          const visits = rows.map((row) => ({ ...row, sentence: visitText(row, tongue) }))
          terminal.print(JSON.stringify({ file: book.file, judgedAtMs: fleet.judgedAtMs, ...totals, visits, exit }, null, 2))
        } else {
          const text = fleetText(rows, (row) => visitText(row, tongue))
          const judgedAt = fleet.judgedAtMs === null ? '' : `\nJudged: ${zoneClock(zone).wall(fleet.judgedAtMs)}`
          terminal.print(rows.length === 0 ? text : `${text}${judgedAt}\nTimes: ${zoneSaid('en', zone, zoneFrom)}`)
        }
        finish(exit)
      }),
    )
}

/** The stops in their order; Exit 0 whatever they need: a trip is planned, not judged. */
function tripText(stops: readonly TripStop[], isJson: boolean, file: string): string {
  if (isJson) return JSON.stringify({ file, stops, exit: EXIT.done }, null, 2)
  if (stops.length === 0) return 'No station is in the trip.'
  return columns(
    stops.map(({ place, stationId, stationName, consumerName, coordinates, visit }) => [
      count(place),
      shown(calledBy(stationName, stationId)),
      shown(consumerName ?? ''),
      coordinates === null ? '' : shownCoordinates(coordinates),
      visit?.visitClass ?? '',
    ]),
    ['no.', 'station', 'consumer', 'coordinates', 'class'],
  )
}

function fleetText(rows: readonly VisitRow[], sentenceOf: (row: VisitRow) => string): string {
  if (rows.length === 0) return 'Nobody needs a visit.'
  const words = wordsOf('en').visits
  const lines = [`${plural(rows.length, 'station')} with something to say`]
  for (const row of rows.slice(0, SHOWN)) {
    const name = shown(calledBy(row.stationName, row.stationId))
    lines.push('', `${count(row.rank)}  ${row.visitClass}  ${name}${row.consumerName === null ? '' : `, ${shown(row.consumerName)}`}`)
    lines.push(`   ${shown(sentenceOf(row))}`)
    if (row.takeAlong.length > 0) lines.push(`   take along: ${row.takeAlong.map((item) => words.takeAlong[item]).join(', ')}`)
  }
  if (rows.length > SHOWN) lines.push('', `… and ${plural(rows.length - SHOWN, 'more station')} (--json names them all)`)
  const classes = Object.entries(Object.groupBy(rows, ({ visitClass }) => visitClass)).map(
    ([visitClass, of]) => [words.visitClass[visitClass as VisitClass], of.length] as const,
  )
  return [...lines, '', columns(classes)].join('\n')
}
