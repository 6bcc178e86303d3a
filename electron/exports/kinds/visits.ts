import { wordsOf } from '../../words/program.ts'
import type { VisitRow } from '../../contract/fleet.ts'
import { visitText, visitTongue } from '../../contract/visit-text.ts'
import { withoutNoise } from '../../contract/units.ts'
import type { VisitClass } from '../../contract/rules.ts'
import type { ExportKind } from '../kind.ts'
import type { ExportHow, VisitsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { filled, type Source } from './source.ts'

export const visits: ExportKind<'visits'> = {
  rows: visitsTable,
  title: 'visits',
}

/**
 * The visit list (docs/field-rules.md, section B): who needs a visit, in the order of the rank, with the reasons in the words
 * of the window and the terms that the rank follows from. The last column is left for the pen.
 */
function visitsTable(source: Source, { visits, nowMs, language }: VisitsRequest & ExportHow): Table {
  const { words, clock } = source
  const tongue = visitTongue(language, clock.timeZone, nowMs)
  const said = wordsOf(language).visits
  return {
    title: words('visits'),
    expected: visits.length,
    about: [],
    ...filled<VisitRow>(source, visits, [
      ['rank', 'code', ({ rank }) => rank],
      ['station', 'text', ({ stationName }) => stationName],
      ['consumer_name', 'text', ({ consumerName }) => consumerName],
      ['visit_class', 'text', (row) => row.visitClass, { show: (one) => said.visitClass[one as VisitClass] }],
      ['reasons', 'text', (row) => visitText(row, tongue)],
      ['since', 'time', ({ sinceMs }) => sinceMs],
      ['m3_a_day', 'value', ({ m3ADay }) => (m3ADay === null ? null : withoutNoise(m3ADay))],
      ['m3_at_risk', 'value', ({ m3ADay, score }) => (m3ADay === null ? null : withoutNoise(score))],
      ['probability', 'value', ({ probability }) => probability],
      ['days_exposed', 'value', ({ daysExposed }) => daysExposed],
      ['battery', 'value', ({ battery }) => battery],
      ['Rssi', 'value', ({ rssi }) => rssi],
      ['last_seance_event_time', 'time', ({ lastSessionMs }) => lastSessionMs],
      ['take_along', 'text', ({ takeAlong }) => takeAlong.map((thing) => said.takeAlong[thing]).join(', ')],
      ['visited_at', 'time', ({ visitedAtMs }) => visitedAtMs],
      ['done', 'text', () => null],
      ['equipment_type_varname', 'text', ({ equipmentTypeName }) => equipmentTypeName],
      ['reason_codes', 'text', ({ reasons }) => reasons.map(({ reason }) => reason).join(' ')],
      ['station_id', 'code', ({ stationId }) => stationId],
      ['customer_id', 'code', ({ consumerId }) => consumerId],
    ]),
  }
}
