import type { NoConsumption } from '../../../analysis/kernel/amounts/source.ts'
import type { StationRow } from '../../../book/index.ts'
import type { ConsumptionPeaks } from '../../../contract/consumption.ts'
import { hoursIn, hoursTold } from '../../../contract/known-hours.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { wordsOf } from '../../../words/program.ts'
import type { FormSource } from '../content.ts'
import type { PartSpan } from '../part.ts'
import { inForm, printedIn } from '../printed.ts'
import { findingsSaid } from '../statements/findings.ts'
import { countedBy } from './between-rows.ts'
import { counterOf, isWhole, type Consumption } from './measured.ts'

/** Completeness, what the total lacks, the greatest hour and gas day, where the numbers come from, and the findings of the span. */

const NAMED_DAYS = 12

interface Facts {
  consumption: Consumption | null
  /** Of the span; null where there is nothing to count. */
  peaks: ConsumptionPeaks | null
  why: NoConsumption | null
  span: PartSpan | null
  gas: GasClock
}

export function consumptionStatements(source: FormSource, station: StationRow, { consumption, peaks, why, span, gas }: Facts) {
  const { language } = source
  const { statement } = wordsOf(language).formConsumption
  const findings = findingsSaid(source, station, span)
  if (!consumption) return { head: null, sentences: [statement.without[why ?? 'no_records'], ...findings] }
  const { hours } = consumption.whole
  const all = hoursIn(hours)
  const known = hoursTold(hours)
  const share = all === 0 ? 100 : Math.floor((known / all) * 1000) / 10
  const head = statement.head(known, all, inForm(source).number(share, 1))
  return {
    head,
    sentences: [
      ...aboutHours(source, consumption, span),
      ...(peaks ? aboutPeaks(source, peaks, gas) : []),
      ...aboutNumbers(source, consumption),
      ...findings,
    ],
  }
}

function aboutHours(source: FormSource, { whole, periods, holes }: Consumption, span: PartSpan | null): string[] {
  const { statement } = wordsOf(source.language).formConsumption
  const printed = inForm(source)
  const { hours, ways } = whole
  const all = hoursIn(hours)
  const empty = periods.filter(({ standard, working }) => (standard ?? working) === null).map(({ step }) => printed.day(step.day))
  const more = empty.length - NAMED_DAYS
  return [
    statement.hours(hours.received, all),
    ...(hours.byCounter > 0 ? [statement.byCounter(hours.byCounter)] : []),
    ...(hours.byDaily > 0 ? [statement.byDaily(hours.byDaily)] : []),
    ...(hours.unknown > 0 ? [statement.lacks(hours.unknown, all)] : []),
    ...(empty.length > 0 ? [statement.empty(empty.slice(0, NAMED_DAYS).join(', ') + (more > 0 ? ` … +${more}` : ''))] : []),
    ...(ways.daily > 0 ? [statement.daily(ways.daily)] : []),
    ...(ways.counter > 0 ? [statement.counter(ways.counter)] : []),
    ...(holes.length > 0 ? [statement.between] : []),
    ...(span && whole.isRunning ? [statement.notOver(printed.time(source.nowMs))] : []),
  ]
}

/** Nothing where nothing was used, or neither an hour nor a gas day is known whole. */
function aboutPeaks({ language }: FormSource, { hour, day }: ConsumptionPeaks, gas: GasClock): string[] {
  const { peaks: words } = wordsOf(language).formConsumption.statement
  const printed = printedIn(language, gas.zone)
  const at = (m3: number, when: string) => words.at(printed.number(m3, 2), when)
  const ofHour = hour && at(hour.m3, printed.hours(hour.fromMs, hour.fromMs + HOUR_MS))
  const ofDay = day && at(day.m3, printed.day(day.day)) + (day.unknown > 0 ? words.lacks(day.unknown) : '')
  if (ofHour !== null) return [ofDay === null ? words.hour(ofHour) : words.both(ofHour, ofDay)]
  return ofDay === null ? [] : [words.day(ofDay)]
}

function aboutNumbers(source: FormSource, consumption: Consumption): string[] {
  const { whole, periods, gauges, channels, exchanges, betweenHours: between } = consumption
  const { language, names } = source
  const { statement } = wordsOf(language).formConsumption
  const printed = inForm(source)
  const total = channels.standard ? whole.standard : whole.working
  const counter = counterOf(consumption)
  const from = (channel: { archiveType: string; channelVarname: string } | null) =>
    channel && `${channel.channelVarname} (${names.archive(channel.archiveType)})`
  const counted = countedBy(whole, exchanges)
  const { pressure, temperature } = gauges
  return [
    ...(counter?.isM3 === false
      ? [statement.counterUnit]
      : counted !== null && total !== null
        ? [
            (exchanges.length > 0 ? statement.countersOfMeters : statement.counters)(
              printed.number(counted, 2),
              printed.number(total, 2),
              printed.number(counted - total, 2),
            ),
          ]
        : [statement.noCounters]),
    statement.channels(
      [channels.standard, channels.working, from(counter), from(pressure), from(temperature)].filter((one) => one !== null).join(', '),
    ),
    ...(channels.standard === null ? [statement.workingOnly] : []),
    statement.means[source.form.step](periods.filter(isWhole).length),
    ...(between ? [statement.betweenHours[between.are](between.records)] : []),
    statement.rounded,
    ...aboutGauges(source, gauges),
    statement.abnormalVolume,
  ]
}

/** Which records P and T are of. */
function aboutGauges({ language }: FormSource, { pressure, temperature }: Consumption['gauges']): string[] {
  const { over, statement } = wordsOf(language).formConsumption
  const named = [
    [over.pressure, pressure],
    [over.temperature, temperature],
  ] as const
  return (['hour', 'day'] as const).flatMap((every) => {
    const of = named.flatMap(([name, gauge]) => (gauge?.every === every ? [name] : []))
    return of.length === 0 ? [] : [statement.gauges[every](of)]
  })
}
