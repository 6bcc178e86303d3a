import type { DigestKind } from '../../contract/digest-words.ts'
import type { DigestLine } from '../../contract/digest.ts'
import { digestSpan, digestStation, digestText, moreText } from '../../contract/digest-text.ts'
import { withoutNoise } from '../../contract/units.ts'
import { visitTongue } from '../../contract/visit-text.ts'
import { wordsOf } from '../../words/program.ts'
import type { ExportKind } from '../kind.ts'
import type { DigestRequest, ExportHow } from '../request.ts'
import type { Table } from '../table.ts'
import { filled, type Source } from './source.ts'

export const digest: ExportKind<'digest'> = {
  rows: digestTable,
  isPersonal: true,
  title: 'digest',
}

/** What is new, as the window has it: the same lines in the same order, and where there are more how many. */
function digestTable(source: Source, { digest: news, language }: DigestRequest & ExportHow): Table {
  const { words, clock } = source
  const tongue = visitTongue(language, clock.timeZone, news.atMs)
  const said = wordsOf(language).digest
  const more = news.kinds.flatMap((kind): [string, string][] => {
    const text = moreText(kind, language)
    return text === '' ? [] : [[said.kind[kind.kind], text]]
  })
  const lines = news.kinds.flatMap((kind) => kind.lines)
  return {
    title: words('digest'),
    expected: lines.length,
    about: [[words('digest'), digestSpan(news, tongue)], ...more],
    ...filled<DigestLine>(source, lines, [
      ['news_kind', 'text', ({ kind }) => kind, { show: (kind) => said.kind[kind as DigestKind] }],
      ['station', 'text', digestStation],
      ['digest', 'text', (line) => digestText(line, tongue), { isProse: true }],
      ['m3_concerned', 'value', ({ m3 }) => (m3 === null ? null : withoutNoise(m3)), { key: 'm3' }],
      ['known_at', 'time', ({ kind, atMs }) => (kind === 'verification' || kind === 'battery' ? null : atMs)],
      ['station_id', 'code', ({ stationId }) => stationId],
    ]),
  }
}
