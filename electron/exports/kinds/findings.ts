import { calledBy } from '../../contract/called.ts'
import { FINDING_FIELDS } from '../../contract/fields/findings.ts'
import { lastedMs, measuredMs } from '../../contract/finding-lasting.ts'
import { rulesBeside } from '../../contract/finding-parts.ts'
import type { FindingRow } from '../../contract/findings.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import { withoutNoise } from '../../contract/units.ts'
import { wordsOf } from '../../words/program.ts'
import { OF_FILTER, type ExportKind } from '../kind.ts'
import type { ExportHow, FindingsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { fieldsOf } from './fields.ts'
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
  type Field,
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
  const ruleName = (code: FindingRow['rule']) => wordsOf(language).rules[code].name
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
  const { field, withOthers } = fieldsOf(FINDING_FIELDS, (row: FindingRow) => row)
  const shown: Field<FindingRow>[] = [
    field('flag', { show: shownWord(said.flag) }),
    ['station', 'text', ({ stationName }) => stationName],
    field('rule', { show: (code) => ruleName(code as FindingRow['rule']) }),
    ['with_rules', 'text', (row) => rulesBeside(row).join(', ') || null, { show: (codes) => namesOf(String(codes)) }],
    field('detail', { show: shownWord(said.detail) }),
    field('fromMs'),
    field('toMs'),
    ['lasting_hours', 'value', (row) => hoursOf(row.toMs === null ? measuredMs(row) : lastedMs(row, row.toMs))],
    field('archiveType', archiveColumn(source, directoryNames(source, []))),
    field('view', { show: (view) => names.view(String(view)) }),
    field('channelVarname'),
    field('measure'),
    field('threshold'),
    field('unit', { show: shownWord(said.unit) }),
    field('m3'),
    field('state', { show: shownWord(said.state) }),
  ]
  const behind: Field<FindingRow>[] = [
    ['note', 'text', ({ noteId }) => (noteId === null ? null : (book.notes.get(noteId)?.text ?? null))],
    ['rule_code', 'text', ({ rule }) => rule],
    field('id'),
    field('stationId'),
    field('equipmentId'),
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
    ...filled<FindingRow>(source, paged(ids, book.findings.some), withOthers(shown, behind)),
  }
}

const hoursOf = (ms: number | null): number | null => (ms === null ? null : withoutNoise(ms / HOUR_MS))

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
