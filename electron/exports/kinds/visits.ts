import type { VisitRow } from '../../contract/fleet.ts'
import { visitText, visitTongue, VISIT_WORDS } from '../../contract/visit-words/index.ts'
import type { Language } from '../../contract/languages.ts'
import type { VisitsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { filled, type Source } from './source.ts'

/** The form 'Visit list' of field-rules.md, section B: one row a station, in the order in which somebody should go. */
export function visitsTable(
  source: Source,
  { visits, judgedAtMs, language }: VisitsRequest & { language: Language },
): Table {
  // oxfmt-ignore
  const { words } = source
  const tongue = visitTongue(language, source.clock.timeZone, judgedAtMs)
  const { takeAlong } = VISIT_WORDS[language]
  const itemOf = (item: VisitRow['takeAlong'][number]) => takeAlong[item]
  return {
    title: words('visits'),
    expected: visits.length,
    about: [],
    ...filled<VisitRow>(source, visits, [
      ['visit_rank', 'value', ({ rank }) => rank, { key: 'rank' }],
      ['station', 'text', ({ stationName }) => stationName],
      ['consumer_name', 'text', ({ consumerName }) => consumerName],
      ['visit_class', 'text', ({ visitClass }) => visitClass, { key: 'class' }],
      ['visit_reasons', 'text', (row) => visitText(row, tongue), { key: 'reasons' }],
      ['visit_since', 'time', ({ sinceMs }) => sinceMs, { key: 'since' }],
      ['m3_at_risk', 'value', ({ m3ADay }) => m3ADay, { key: 'm3_a_day' }],
      ['battery', 'value', ({ battery }) => battery],
      ['Rssi', 'value', ({ rssi }) => rssi],
      ['last_seance_event_time', 'time', ({ lastSessionMs }) => lastSessionMs],
      ['take_along', 'text', (row) => row.takeAlong.map(itemOf).join(', ')],
      ['last_visit', 'time', ({ visitedAtMs }) => visitedAtMs],
      // Empty: it is ticked off on paper.
      ['visit_done', 'text', () => null, { key: 'done' }],
      ['station_id', 'code', ({ stationId }) => stationId],
    ]),
  }
}
