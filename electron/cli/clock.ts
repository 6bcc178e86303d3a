import { InvalidArgumentError, type Command } from 'commander'
import { clockOf } from '../analysis/station/clock.ts'
import { deviceSaysOtherwise, type OtherwiseSaid } from '../analysis/answers/device-says.ts'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { calledBy } from '../contract/called.ts'
import { statedClock, type ClockWish, type StatedClock } from '../contract/time/gas-clock.ts'
import { visible } from '../contract/visible.ts'
import { knownStations, usualGas } from './analysis-book.ts'
import { clockText } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { plural } from './numbers.ts'
import * as read from './options.ts'

/** Takes a zone or an hour away, so that the next one down counts. */
const NONE = 'none' as const
const orNone =
  <Value>(reader: (text: string) => Value) =>
  (text: string): Value | typeof NONE =>
    text.trim().toLowerCase() === NONE ? NONE : reader(text)

interface ClockCommandFlags {
  book: string
  stations?: number[]
  /** A zone, or NONE. */
  timeZone?: string
  contractHour?: number | typeof NONE
  json?: true
}

/** `meterbook clock`: the time zone and the contract hour of a book and of its stations, shown and set. */
export function clockCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('clock')
    .requiredOption('--book <FILE>', 'the book')
    .option('--stations <LIST>', 'station numbers with commas; the book itself when absent', chosenStations)
    .option('--time-zone <Z>', `set the IANA zone; ${NONE}: take it away`, orNone(read.timeZone))
    .option('--contract-hour <H>', `set the hour at which a gas day begins; ${NONE}: take it away`, orNone(read.whole(0, 23)))
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(({ book: file, stations, timeZone, contractHour, json }: ClockCommandFlags) => {
      const isSet = timeZone !== undefined || contractHour !== undefined
      const book = openBook(file, isSet ? { mode: 'write', now: Date.now, owner: 'meterbook clock' } : { mode: 'read', now: Date.now })
      try {
        const ids = stations === undefined ? undefined : knownStations(book, stations)
        if (isSet)
          set(book, ids, {
            ...(timeZone === undefined ? {} : { timeZone }),
            ...(contractHour === undefined ? {} : { contractHour }),
          })
        const shown = shownClocks(book, ids)
        terminal.print(json ? JSON.stringify({ file, ...shown, exit: EXIT.done }, null, 2) : textOf(shown))
        finish(EXIT.done)
      } finally {
        book.close()
      }
    })
}

function chosenStations(text: string): number[] {
  const chosen = read.stations(text)
  if (chosen === 'all') throw new InvalidArgumentError('Name stations, or leave them out: the clock of the book is that of all.')
  return chosen
}

const EXAMPLES = `
Examples:
  meterbook clock --book trip.meterbook
  meterbook clock --book trip.meterbook --time-zone Europe/Samara --contract-hour 10
  meterbook clock --book trip.meterbook --stations 12,14 --contract-hour 8
  meterbook clock --book trip.meterbook --stations 12 --time-zone none
A station's own zone and hour come before those of the book, these before the zone of the system and 10:00. They lie in the
book and travel with it. Shown are the stations that have a clock of their own, or those that are named, and what the
settings of their devices say otherwise.`

type Change = Pick<ClockCommandFlags, 'timeZone' | 'contractHour'>

function set(book: Book, ids: readonly number[] | undefined, { timeZone, contractHour }: Change): void {
  const changed = (before: ClockWish): ClockWish => ({
    timeZone: timeZone === undefined ? before.timeZone : timeZone === NONE ? null : timeZone,
    contractHour: contractHour === undefined ? before.contractHour : contractHour === NONE ? null : contractHour,
  })
  book.page(() => {
    if (ids === undefined) return book.clocks.setOfBook(changed(book.clocks.ofBook()))
    for (const id of ids) book.clocks.setOfStations([id], changed(book.clocks.ofStation(id)))
  })
}

interface ShownClocks {
  book: StatedClock
  stations: (StatedClock & { stationId: number; stationName: string | null; device: OtherwiseSaid[] })[]
}

function shownClocks(book: Book, ids: readonly number[] | undefined): ShownClocks {
  const usual = usualGas()
  const wanted =
    ids ??
    book.clocks
      .ofStations()
      .flatMap(({ ids: own }) => own)
      .toSorted((a, b) => a - b)
  const stations = wanted.flatMap((stationId) => {
    const station = book.stations.get(stationId)
    if (!station) return []
    const clock = clockOf(book, [stationId], usual)
    const device = deviceSaysOtherwise(book, station, clock, usual)
    return [{ stationId, stationName: station.name, ...statedClock(clock), device }]
  })
  return { book: statedClock(clockOf(book, [], usual)), stations }
}

const SHOWN = 50
const DEVICE = { zone: 'zone', hour: 'contract hour' } as const

function textOf({ book, stations }: ShownClocks): string {
  const lines = [`Book       ${clockText(book)}`]
  for (const { stationId, stationName, device, ...clock } of stations.slice(0, SHOWN)) {
    lines.push(`Station    ${stationId} ${visible(calledBy(stationName, stationId))}: ${clockText(clock)}`)
    for (const { what, said } of device) lines.push(`           Warning: the settings of its device name ${DEVICE[what]} ${visible(said)}`)
  }
  if (stations.length > SHOWN) lines.push(`… and ${plural(stations.length - SHOWN, 'more station')} (--json names them all)`)
  return lines.join('\n')
}
