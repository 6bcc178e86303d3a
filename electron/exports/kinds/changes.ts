import type { ChangeRow } from '../../contract/findings.ts'
import { wordsOf } from '../../words/program.ts'
import { OF_FILTER, type ExportKind } from '../kind.ts'
import type { ChangesRequest, ExportHow } from '../request.ts'
import type { Table } from '../table.ts'
import { shownWord } from './shown-word.ts'
import { aboutMoments, aboutStations, filled, stationsOf, type Source } from './source.ts'

export const changes: ExportKind<'changes'> = {
  ...OF_FILTER,
  rows: changesTable,
  title: 'changes',
  apart: (request) => ({
    ids: request.filter.stationIds ?? [...new Set(request.changes.map(({ stationId }) => stationId))],
    about: (id) => ({ ...request, changes: request.changes.filter(({ stationId }) => stationId === id) }),
  }),
}

/** Changes as shown: what changed between which moments, from what to what, and who says so. */
function changesTable(source: Source, { changes, filter, language }: ChangesRequest & ExportHow): Table {
  const { words } = source
  const { stationIds, roles, confirmed, fromMs, toMs } = filter
  const said = wordsOf(language).findings
  const roleName = shownWord(said.role)
  const standing = (one: boolean) => (one ? said.confirmed : said.alone)
  const chosen = [...(roles ?? []).map(roleName), ...(confirmed === undefined ? [] : [standing(confirmed)])]
  return {
    title: words('changes'),
    expected: changes.length,
    about: [
      stationIds ? aboutStations(source, stationsOf(source, stationIds)) : [words('stations'), words('all')],
      aboutMoments(source, fromMs, toMs),
      [words('filter'), chosen.join(', ') || words('all')],
    ],
    ...filled<ChangeRow>(source, changes, [
      ['from_time', 'time', ({ fromMs: from }) => from],
      ['to_time', 'time', ({ toMs: to }) => to],
      ['station', 'text', ({ stationName }) => stationName],
      ['what_changed', 'text', ({ role }) => role, { key: 'role', show: roleName }],
      ['quantity', 'text', ({ quantity }) => quantity, { show: shownWord(said.quantity) }],
      ['named', 'text', ({ name }) => name, { key: 'name' }],
      ['before', 'value', ({ before }) => before, { unitKey: 'unit' }],
      ['after', 'value', ({ after }) => after, { unitKey: 'unit' }],
      ['unit_name', 'text', ({ unit }) => unit, { key: 'unit' }],
      ['standing', 'code', ({ saidBy }) => saidBy.length > 1, { key: 'confirmed', show: (one) => standing(one === true) }],
      ['said_by', 'text', ({ saidBy }) => saidBy.join(' '), { show: (by) => String(by).split(' ').map(shownWord(said.by)).join(' + ') }],
      ['factor_before', 'value', ({ conversion }) => conversion?.before ?? null],
      ['factor_after', 'value', ({ conversion }) => conversion?.after ?? null],
      ['event_at', 'instant', ({ event }) => event?.atMs ?? null],
      ['event_code', 'text', ({ event }) => event?.code ?? null],
      ['event_text', 'text', ({ event }) => event?.text ?? null],
      ['station_id', 'code', ({ stationId }) => stationId],
    ]),
  }
}
