import type { ConsumptionAmount } from '../../contract/consumption.ts'
import type { ConsumptionRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutStations, filled, stationsOf, type Field, type Source } from './source.ts'

/** Consumption as the window shows it: a row a period, with how many of its hours have a number. */
export function consumptionTable(
  source: Source,
  { by, stationIds, consumption, contractHour }: ConsumptionRequest,
): Table {
  // oxfmt-ignore
  const { words } = source
  const { amounts, from, to } = consumption
  const period: Field<ConsumptionAmount>[] =
    by === 'hour'
      ? [['hour_begins', 'time', ({ fromMs }) => fromMs], ['hour_ends', 'time', ({ toMs }) => toMs]] // oxfmt-ignore
      : by === 'day'
        ? [['gas_day', 'day', ({ day }) => day]]
        : by === 'month'
          ? [['month', 'text', ({ day }) => day.slice(0, 7)]]
          : [['year', 'text', ({ day }) => day.slice(0, 4)]]
  const stations = stationIds.length === 0 ? null : stationsOf(source, stationIds)
  return {
    title: words('consumption'),
    expected: amounts.length,
    about: [
      stations ? aboutStations(source, stations) : [words('stations'), words('all')],
      [words('span'), from === null || to === null ? words('all') : `${from} – ${to}`],
      [words('gas_day_begins'), `${String(contractHour).padStart(2, '0')}:00`],
    ],
    ...filled<ConsumptionAmount>(source, amounts, [
      ...period,
      ['m3', 'value', ({ m3 }) => m3],
      ['hours', 'value', ({ hours }) => hours],
      ['hours_expected', 'value', ({ hoursExpected }) => hoursExpected],
      ['abnormal_hours', 'value', ({ abnormalHours }) => abnormalHours],
      ['substitute_hours', 'value', ({ substituteHours }) => substituteHours],
      ['stations_with_number', 'value', ({ stations: some }) => some],
      ['stations_all', 'value', ({ stationsAll }) => stationsAll],
      ['part', 'text', ({ part }) => (part ? 'part' : null), { show: () => words('yes') }],
      ['a_year_before', 'value', ({ earlier }) => earlier[0]?.m3 ?? null],
      ['a_year_before_complete', 'value', ({ earlier }) => earlier[0]?.complete ?? null],
    ]),
  }
}
