import type { Book } from '../../book/index.ts'
import type { ClockSource } from '../../contract/time/gas-clock.ts'
import type { BundleClock } from '../../contract/evidence.ts'
import type { ChangeList } from './changes.ts'
import type { StatedReport } from './check-numbers.ts'
import type { CheckList } from './checks.ts'
import { clocksOfChoice, clocksOfStations, clocksSaid, type BundleChoice } from './choice.ts'
import { PATHS } from './paths.ts'

/** The clocks of a bundle: what its files say of them, and what the book inside does. */

interface Stated {
  choice: BundleChoice
  report: StatedReport | null
}

/** The clocks that report.json states, against those of the choice, which its numbers are computed anew by. */
export function checkStatedClocks({ choice, report }: Stated, list: ChangeList): void {
  if (!report?.clocks) return
  const clockOfOne = clocksOfChoice(choice)
  const stated = new Map(report.clocks.map((one) => [one.stationId, one]))
  const chosen = new Set(choice.stationIds)
  for (const stationId of new Set([...chosen, ...stated.keys()])) {
    const { zone, contractHour } = clockOfOne(stationId)
    const one = chosen.has(stationId) ? clockText({ timeZone: zone, contractHour }) : null
    const found = stated.get(stationId)
    const said = found ? clockText(found) : null
    if (one !== said)
      list.add('statement-changed', PATHS.report, {
        record: { station_id: String(stationId) },
        field: 'clocks',
        expected: one,
        found: said,
      })
  }
}

/** The clocks of stations that choice and report name, and where they come from, against what the book inside says of them. */
export function checkClocks(book: Book, { choice, report }: Stated, list: ChangeList, checks: CheckList): void {
  const stated = new Map((choice.clocks ?? []).map((one) => [one.stationId, clockText(one)]))
  const held = new Map((clocksOfStations(book, choice) ?? []).map((one) => [one.stationId, clockText(one)]))
  const differing = [...new Set([...stated.keys(), ...held.keys()])].filter((id) => stated.get(id) !== held.get(id))
  // Bundles that were made before stations had clocks name none.
  const isStated = choice.clocks !== undefined
  const usual = clockText(choice)
  const differs = (file: string, id: number, expected: string, found: string) =>
    list.add('statement-changed', file, { record: { station_id: String(id) }, field: 'clocks', expected, found })
  if (isStated) for (const id of differing) differs(PATHS.choice, id, held.get(id) ?? usual, stated.get(id) ?? usual)
  const otherSources = differing.length > 0 ? [] : sourcesNotOf(book, { choice, report })
  for (const { stationId, expected, found } of otherSources) differs(PATHS.report, stationId, expected, found)
  if (otherSources.length > 0) checks.say('clocks', 'differs')
  else if (differing.length > 0) checks.say('clocks', isStated ? 'differs' : 'not-checked', isStated ? null : 'one-clock')
  else if (choice.asked) checks.say('clocks', 'not-checked', 'asked-clock')
  else if (isInBook(book, choice)) checks.say('clocks', 'holds')
  else checks.say('clocks', 'not-checked', 'no-clock-in-book')
}

/** Stations of which the report says that zone or hour come from elsewhere than they do by the book. */
function sourcesNotOf(book: Book, { choice, report }: Stated) {
  const said = new Map(clocksSaid(book, choice).map((one) => [one.stationId, sourceText(one)]))
  return (report?.clocks ?? []).flatMap((one) => {
    const [stationId, expected, found] = [one.stationId, said.get(one.stationId), sourceText(one)]
    return expected === undefined || expected === found ? [] : [{ stationId, expected, found }]
  })
}

/** Where the book says nothing of a station's clock, that of the choice is whoever's wish it was. */
function isInBook(book: Book, { stationIds }: BundleChoice): boolean {
  const ofBook = book.clocks.ofBook()
  return stationIds.every((id) => {
    const own = book.clocks.ofStation(id)
    return (own.timeZone ?? ofBook.timeZone) !== null && (own.contractHour ?? ofBook.contractHour) !== null
  })
}

/** The clocks that the gas days of a bundle are counted by, those of most stations first; sources where the report states them. */
export function clocksAbout({ choice, report }: Stated): BundleClock[] {
  const clockOfOne = clocksOfChoice(choice)
  const stated = new Map((report?.clocks ?? []).map((one) => [one.stationId, one]))
  const groups = new Map<string, BundleClock>()
  for (const stationId of choice.stationIds) {
    const { zone: timeZone, contractHour } = clockOfOne(stationId)
    const said = stated.get(stationId)
    const isSame = said?.timeZone === timeZone && said.contractHour === contractHour
    const [timeZoneFrom, contractHourFrom] = isSame ? [said.timeZoneFrom, said.contractHourFrom] : [null, null]
    const key = [timeZone, contractHour, timeZoneFrom, contractHourFrom].join(' ')
    const group = groups.get(key)
    if (group) group.stations++
    else groups.set(key, { timeZone, timeZoneFrom, contractHour, contractHourFrom, stations: 1 })
  }
  return [...groups.values()].sort((a, b) => b.stations - a.stations || (a.timeZone < b.timeZone ? -1 : 1))
}

const clockText = ({ timeZone, contractHour }: Pick<BundleChoice, 'timeZone' | 'contractHour'>): string => `${timeZone} ${contractHour}:00`
const sourceText = ({ timeZoneFrom, contractHourFrom }: { timeZoneFrom: ClockSource; contractHourFrom: ClockSource }) =>
  `${timeZoneFrom}, ${contractHourFrom}`
