import { wordsOf } from '../../words/program.ts'
import { hourName } from '../../contract/clock-text.ts'
import { treeOf } from '../../analysis/answers/directory.ts'
import { calledBy } from '../../contract/called.ts'
import type { ConsumptionAmount } from '../../contract/consumption.ts'
import { hoursIn, hoursTold } from '../../contract/known-hours.ts'
import type { ConsumptionStep } from '../../contract/consumption-words.ts'
import { stampOf } from '../../contract/time/zone.ts'
import { withoutNoise } from '../../contract/units.ts'
import type { ExportKind } from '../kind.ts'
import type { ConsumptionRequest, ExportHow } from '../request.ts'
import { inUnit } from '../safety.ts'
import { plainText, type Table } from '../table.ts'
import { aboutSpan, aboutStations, filled, stationsOf, type Field, type Source, type Word } from './source.ts'

/** How a number is, in a word: the window hatches it and says the same. */
type AmountState = 'complete' | 'incomplete' | 'not_over' | 'no_number'
const STEP_WORDS: Readonly<Record<ConsumptionStep, Word>> = {
  hour: 'hour',
  day: 'gas_day',
  month: 'month',
  year: 'year',
}
const NAMED = 20

export const consumption: ExportKind<'consumption'> = {
  rows: consumptionTable,
  title: 'consumption',
  stations: ({ stationIds }) => stationIds,
  span: ({ consumption: { from, to } }) => [from ?? undefined, to ?? undefined],
}

/** Consumption by period with how complete each number is, and the same period of earlier years beside it. */
function consumptionTable(source: Source, request: ConsumptionRequest & ExportHow): Table {
  const { words, names, clock } = source
  const { by, consumption, contractHour } = request
  const { amounts, total, between, without, working } = consumption
  const unitName = wordsOf(request.language).units.m3
  const shown = source.shownOf({ channelVarname: 'gas_consume', channelName: null, unitName })
  const unit = shown.converted ? names.converted(shown.unitText, [shown.sentUnit]) : unitName
  const inShown = (m3: number | null) => (m3 === null ? null : inUnit(withoutNoise(m3), shown))
  const header = (word: Word, before = '') => `${before}${words(word)}, ${unit}`
  const years = Math.max(0, ...amounts.map(({ earlier }) => earlier.length))
  const nameOf = ({ day, fromMs }: ConsumptionAmount) => {
    if (by === 'hour') return stampOf(fromMs, clock.timeZone)
    return by === 'day' ? day : day.slice(0, by === 'month' ? 7 : 4)
  }
  const earlier = (nth: number): Field<ConsumptionAmount>[] => [
    [
      'years_earlier',
      'value',
      (amount) => inShown(amount.earlier[nth]?.m3 ?? null),
      { key: `years_earlier_${nth + 1}`, header: `${nth + 1}: ${words('years_earlier')}, ${unit}` },
    ],
    [
      'years_earlier_share',
      'value',
      (amount) => percent(amount.earlier[nth]?.complete ?? null),
      { key: `years_earlier_${nth + 1}_share`, header: `${nth + 1}: ${words('years_earlier_share')}` },
    ],
  ]
  const said = (amount: ConsumptionAmount): string => {
    const number = amount.m3 === null ? words('no_number') : `${plainText(inShown(amount.m3) ?? '')} ${unit}`
    return [number, words(stateOf(amount)), `${words('share_of_hours')}: ${percent(share(amount)) ?? '—'}`].join(', ')
  }
  const called = without.slice(0, NAMED).map(({ stationId, stationName }) => calledBy(stationName, stationId))

  return {
    title: words('consumption'),
    expected: amounts.length,
    about: [
      aboutWhose(source, request),
      aboutSpan(source, consumption.from ?? undefined, consumption.to ?? undefined),
      [words('gas_day_begins'), hourName(contractHour)],
      ...(total ? [[words('total'), said(total)] as const] : []),
      ...(between === null ? [] : [[words('between_rows'), `${plainText(inShown(between.m3) ?? '')} ${unit}`] as const]),
      ...(called.length > 0
        ? [[words('without_numbers'), called.join(', ') + (without.length > NAMED ? ` … +${without.length - NAMED}` : '')] as const]
        : []),
      ...(working.length > 0 ? [aboutWorking(source, working)] : []),
    ],
    ...filled<ConsumptionAmount>(source, amounts, [
      [STEP_WORDS[by], by === 'day' ? 'day' : 'text', nameOf, { key: 'period' }],
      ['consumed', 'value', ({ m3 }) => inShown(m3), { header: header('consumed') }],
      ['state', 'text', stateOf, { show: (state) => words(state as AmountState) }],
      ['share_of_hours', 'value', (amount) => percent(share(amount))],
      ['hours_expected', 'value', hoursIn],
      ['hours_received', 'value', ({ received }) => received],
      ['hours_by_counter', 'value', ({ byCounter }) => byCounter],
      ['hours_by_daily', 'value', ({ byDaily }) => byDaily],
      ['hours_unknown', 'value', ({ unknown }) => unknown],
      ['abnormal_hours', 'value', ({ abnormalHours }) => abnormalHours],
      ['substitute_hours', 'value', ({ substituteHours }) => substituteHours],
      ['stations_with', 'value', ({ stations }) => stations],
      ['stations_all', 'value', ({ stationsAll }) => stationsAll],
      ['part', 'code', ({ part }) => part, { show: (part) => words(part === true ? 'yes' : 'no') }],
      ...Array.from({ length: years }, (_, nth) => earlier(nth)).flat(),
      ['from', 'time', ({ fromMs }) => fromMs],
      ['to', 'time', ({ toMs }) => toMs],
    ]),
  }
}

function stateOf({ m3, unknown, stations, stationsAll, part }: ConsumptionAmount): AmountState {
  if (m3 === null) return 'no_number'
  if (unknown > 0 || stations < stationsAll) return 'incomplete'
  return part ? 'not_over' : 'complete'
}
const share = (amount: ConsumptionAmount): number | null => (hoursIn(amount) > 0 ? hoursTold(amount) / hoursIn(amount) : null)
/** Rounded down, so that what lacks an hour is never 100 %. */
const percent = (ratio: number | null): number | null => (ratio === null ? null : Math.floor(ratio * 1000) / 10)

/** The line of 'about' that says whose consumption it is. */
function aboutWhose(source: Source, { stationIds, consumerId, providerId }: ConsumptionRequest): [string, string] {
  const { words, book } = source
  if (stationIds) return aboutStations(source, stationsOf(source, stationIds))
  if (consumerId === undefined && providerId === undefined) return [words('stations'), words('all')]
  const { consumers, providers } = treeOf(book)
  const named = (list: readonly { id: number; name: string | null }[], id: number) =>
    calledBy(list.find((one) => one.id === id)?.name ?? null, id)
  return consumerId === undefined
    ? [words('provider'), named(providers, providerId ?? 0)]
    : [words('consumer_name'), named(consumers, consumerId)]
}

function aboutWorking(source: Source, ids: readonly number[]): [string, string] {
  const [, names] = aboutStations(source, stationsOf(source, ids))
  return [source.words('in_working_m3'), names]
}
