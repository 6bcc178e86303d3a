import type { Book } from '../../../book/index.ts'
import type { FindingNews } from '../../../book/findings/finding-news.ts'
import type { DigestKind } from '../../../contract/digest-words.ts'
import type { DigestLine } from '../../../contract/digest.ts'
import { lineOf } from './line.ts'

/** Findings that began and ended, stations that fell silent and were heard again, limits: all are what the rules say. */
export function findingLines(book: Book, afterMs: number, toMs: number): DigestLine[] {
  const lines: DigestLine[] = []
  const judged = {
    first: { findings: 0, stations: new Set<number>(), atMs: 0 },
    anew: { findings: 0, stations: new Set<number>(), atMs: 0 },
  }
  for (const news of lastOf(book.findings.news(afterMs, toMs))) {
    const { kind, rule } = news
    if (kind === 'first' || kind === 'anew') {
      const all = judged[kind]
      all.findings += news.findings
      all.stations.add(news.stationId)
      all.atMs = news.atMs
      // A verification that ends has lines of its own, by its day.
    } else if (rule !== null && rule !== 'verification_overdue') lines.push(ofFinding(news, kindOf(news)))
  }
  for (const kind of ['first', 'anew'] as const) {
    const { findings, stations, atMs } = judged[kind]
    if (findings > 0) lines.push(lineOf('judged', atMs, { detail: kind, count: findings, stations: stations.size }))
  }
  return lines
}

/**
 * Of each finding what became of it: one that began and ended is one line, with its end; of one that began and is gone, or was
 * gone and came again, nothing is to be said, and neither is of one that somebody called wrong.
 */
function lastOf(all: readonly FindingNews[]): FindingNews[] {
  const byId = new Map<string, FindingNews>()
  const rows: FindingNews[] = []
  for (const news of all) {
    const { findingId, kind, state } = news
    if (findingId === '') rows.push(news)
    if (findingId === '' || state === 'wrong') continue
    const before = byId.get(findingId)
    if (!before) byId.set(findingId, news)
    else if (kind === 'gone' && before.kind === 'began') byId.delete(findingId)
    else if (kind === 'began' && before.kind === 'gone') byId.delete(findingId)
    else byId.set(findingId, before.kind === 'began' ? { ...news, kind: 'began' } : news)
  }
  return [...byId.values(), ...rows]
}

function kindOf({ kind, rule }: FindingNews): DigestKind {
  const begins = kind === 'began'
  if (rule === 'silent') return begins ? 'silent' : 'back'
  return begins ? (rule === 'over_limit' ? 'limit' : 'began') : 'ended'
}

function ofFinding(news: FindingNews, kind: DigestKind): DigestLine {
  const { findingId, stationId, atMs, fromMs, toMs, m3, rule, flag, archiveType, detail } = news
  return lineOf(kind, atMs, {
    id: news.kind === 'gone' ? null : findingId,
    detail: news.kind === 'gone' ? 'gone' : detail,
    ...{ stationId, fromMs, toMs, m3, rule, flag, archiveType },
  })
}
