import { calledBy } from '../../contract/called.ts'
import { lastedMs, measuredMs } from '../../contract/finding-lasting.ts'
import { rulesBeside } from '../../contract/finding-parts.ts'
import type { FindingRow } from '../../contract/findings.ts'
import { RULE_WORDS } from '../../contract/rule-words/index.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import { withoutNoise } from '../../contract/units.ts'
import { wordsOf } from '../../words/index.ts'
import { OF_FILTER, type ExportKind } from '../kind.ts'
import type { ExportHow, FindingsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { shownWord } from './shown-word.ts'
import {
  aboutMoments,
  aboutStations,
  archiveColumn,
  directoryNames,
  filled,
  paged,
  providersCalled,
  stationsOf,
  type Source,
} from './source.ts'

export const findings: ExportKind<'findings'> = {
  ...OF_FILTER,
  rows: findingsTable,
  title: 'findings',
}

/** Findings as shown: the same filter and order, with the measure and the threshold of each in its unit. */
function findingsTable(source: Source, request: FindingsRequest & ExportHow): Table {
  const { book, words, names } = source
  const { filter, sort = 'from', desc = true, language } = request
  const said = wordsOf(language).findings
  const { stationIds, rules, flags, states, fromMs, toMs } = filter
  const ruleName = (code: FindingRow['rule']) => RULE_WORDS[code][language].name
  const namesOf = (codes: string) =>
    codes
      .split(', ')
      .map((code) => ruleName(code as FindingRow['rule']))
      .join(', ')
  const ids = book.findings.ids(filter, { sort, desc })
  const chosen = [
    ...(rules ?? []).map(ruleName),
    ...(flags ?? []).map((flag) => said.flag[flag]),
    ...(states ?? []).map((state) => said.state[state]),
  ]
  return {
    title: words('findings'),
    expected: ids.length,
    about: [
      stationIds ? aboutStations(source, stationsOf(source, stationIds)) : [words('stations'), words('all')],
      aboutMoments(source, fromMs, toMs),
      [words('filter'), chosen.join(', ') || words('all')],
      ...ownersOf(source, filter),
    ],
    ...filled<FindingRow>(source, paged(ids, book.findings.some), [
      ['flag', 'code', ({ flag }) => flag, { show: shownWord(said.flag) }],
      ['station', 'text', ({ stationName }) => stationName],
      ['rule', 'text', ({ rule }) => rule, { show: (code) => ruleName(code as FindingRow['rule']) }],
      ['with_rules', 'text', (row) => rulesBeside(row).join(', ') || null, { show: (codes) => namesOf(String(codes)) }],
      ['detail', 'text', ({ detail }) => detail, { show: shownWord(said.detail) }],
      ['from_time', 'time', ({ fromMs: from }) => from],
      ['to_time', 'time', ({ toMs: to }) => to],
      ['lasting_hours', 'value', (row) => hoursOf(row.toMs === null ? measuredMs(row) : lastedMs(row, row.toMs))],
      ['archive_type', 'text', ({ archiveType }) => archiveType, archiveColumn(source, directoryNames(source, []))],
      ['view', 'text', ({ view }) => view, { show: (view) => names.view(String(view)) }],
      ['channel', 'text', ({ channelVarname }) => channelVarname],
      ['measured', 'value', ({ measure }) => (measure === null ? null : withoutNoise(measure)), { key: 'measure' }],
      ['threshold', 'value', ({ threshold }) => threshold],
      ['unit_name', 'text', ({ unit }) => unit, { key: 'unit', show: shownWord(said.unit) }],
      ['m3_concerned', 'value', ({ m3 }) => (m3 === null ? null : withoutNoise(m3)), { key: 'm3' }],
      ['mark', 'text', ({ state }) => state, { key: 'state', show: shownWord(said.state) }],
      ['note', 'text', ({ noteId }) => (noteId === null ? null : (book.notes.get(noteId)?.text ?? null))],
      ['rule_code', 'text', ({ rule }) => rule],
      ['id', 'text', ({ id }) => id],
      ['station_id', 'code', ({ stationId }) => stationId],
      ['equipment_id', 'code', ({ equipmentId }) => equipmentId],
    ]),
  }
}

const hoursOf = (ms: number | null): number | null => (ms === null ? null : ms / HOUR_MS)

/** The providers, consumers and types of devices that were chosen. */
function ownersOf(source: Source, filter: FindingsRequest['filter']): [string, string][] {
  const { providerIds, consumerIds, equipmentTypeIds } = filter
  const { book, words } = source
  const lines: [string, string][] = []
  if (providerIds) lines.push([words('provider'), providersCalled(source, providerIds)])
  if (consumerIds)
    lines.push([words('consumer_name'), consumerIds.map((id) => calledBy(book.consumers.get(id)?.name ?? null, id)).join(', ')])
  if (equipmentTypeIds) lines.push([words('equipment_type_id'), equipmentTypeIds.join(', ')])
  return lines
}
