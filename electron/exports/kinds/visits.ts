import { wordsOf } from '../../words/program.ts'
import type { VisitLine } from '../../analysis/answers/fleet/trip.ts'
import type { VisitRow } from '../../contract/fleet.ts'
import { visitText, visitTongue } from '../../contract/visit-text.ts'
import { withoutNoise } from '../../contract/units.ts'
import type { VisitClass } from '../../contract/rules.ts'
import type { ExportKind } from '../kind.ts'
import type { ExportHow, VisitsRequest } from '../request.ts'
import type { Cell, Table } from '../table.ts'
import { filled, type Source } from './source.ts'

export const visits: ExportKind<'visits'> = {
  rows: visitsTable,
  isPersonal: true,
  title: 'visits',
}

/**
 * The visit list (docs/field-rules.md, section B): who needs a visit, in the order of the rank, or the stations of a trip in
 * its own order; with the reasons in the words of the window and the terms that the rank follows from. The last column is left for the pen.
 */
function visitsTable(source: Source, { lines, nowMs, language }: VisitsRequest & ExportHow): Table {
  const { words, clock } = source
  const tongue = visitTongue(language, clock.timeZone, nowMs)
  const said = wordsOf(language).visits
  /** What of a visit a column has; of a stop that needs none nothing. */
  const of = (cell: (visit: VisitRow) => Cell) => (line: VisitLine) => (line.visit === null ? null : cell(line.visit))
  const isTrip = lines.some(({ place }) => place !== null)
  return {
    title: words('visits'),
    expected: lines.length,
    about: [],
    ...filled<VisitLine>(source, lines, [
      ...(isTrip ? [['trip_place', 'code', ({ place }: VisitLine) => place] as const] : []),
      ['rank', 'code', of(({ rank }) => rank)],
      ['station', 'text', ({ stationName }) => stationName],
      ['consumer_name', 'text', ({ consumerName }) => consumerName],
      ['coordinates', 'text', ({ coordinates }) => coordinates],
      ['visit_class', 'text', of((row) => row.visitClass), { show: (one) => said.visitClass[one as VisitClass] }],
      ['reasons', 'text', of((row) => visitText(row, tongue))],
      ['since', 'time', of(({ sinceMs }) => sinceMs)],
      ['m3_a_day', 'value', of(({ m3ADay }) => (m3ADay === null ? null : withoutNoise(m3ADay)))],
      ['m3_at_risk', 'value', of(({ m3ADay, score }) => (m3ADay === null ? null : withoutNoise(score)))],
      ['probability', 'value', of(({ probability }) => probability)],
      ['days_exposed', 'value', of(({ daysExposed }) => daysExposed)],
      ['battery', 'value', of(({ battery }) => battery)],
      ['Rssi', 'value', of(({ rssi }) => rssi)],
      ['last_seance_event_time', 'time', of(({ lastSessionMs }) => lastSessionMs)],
      ['take_along', 'text', of(({ takeAlong }) => takeAlong.map((thing) => said.takeAlong[thing]).join(', '))],
      ['visited_at', 'time', of(({ visitedAtMs }) => visitedAtMs)],
      ['done', 'text', () => null],
      ['equipment_type_varname', 'text', of(({ equipmentTypeName }) => equipmentTypeName)],
      ['reason_codes', 'text', of(({ reasons }) => reasons.map(({ reason }) => reason).join(' '))],
      ['station_id', 'code', ({ stationId }) => stationId],
      ['customer_id', 'code', ({ consumerId }) => consumerId],
    ]),
  }
}
