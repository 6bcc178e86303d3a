import { stationExchanges } from '../../../analysis/answers/devices.ts'
import { unmeteredHours } from '../../../analysis/station/settings/life-exchanges.ts'
import type { StationRow } from '../../../book/index.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { wordsOf } from '../../../words/program.ts'
import { clockOfStation } from '../clock.ts'
import type { FormSource } from '../content.ts'
import { printedIn } from '../printed.ts'

/**
 * What a report says of exchanges in its span: both serial numbers, the last counter of the one, the first of the other, and
 * how long nothing was metered.
 * @param span null: all of them
 */
export function exchangesSaid(source: FormSource, station: StationRow, span: TimeSpan | null): string[] {
  const { book, language, usual, nowMs } = source
  const { exchange: words } = wordsOf(language).formData
  const { none } = wordsOf(language).forms
  const { time, number } = printedIn(language, clockOfStation(source, station.id).zone)
  return stationExchanges(book, station, { usual, nowMs, span }).map(
    ({ sinceMs, atMs, serialBefore, serialAfter, counterBefore, counterAfter }) => {
      const shown = (counter: number | null) => (counter === null ? none : number(counter))
      const old = { serial: serialBefore ?? none, counter: shown(counterBefore) }
      const next = { serial: serialAfter ?? none, counter: shown(counterAfter) }
      const hours = unmeteredHours({ sinceMs, atMs })
      return hours > 0 && sinceMs !== null ? words.between(time(sinceMs), time(atMs), hours, old, next) : words.at(time(atMs), old, next)
    },
  )
}
