import type { FindingRow } from '../../contract/findings.ts'
import { KEPT_MS } from '../digest/arrivals.ts'
import type { Context } from '../context.ts'
import type { StoredFinding } from './finding-rows.ts'

type Told = Omit<StoredFinding, 'evidence'>
/** What a judgement found otherwise than the one before. */
interface Difference {
  /** Not known before. */
  fresh: readonly Told[]
  /** It lasted, and lasts no longer. */
  ended: readonly Told[]
  /** Not found any more. */
  gone: readonly Told[]
}
/** When a judgement is written, by the book's own clock, and whether by the rules of before. */
export interface NewsGround {
  atMs: number
  byNewRules: boolean
}

export type FindingNewsKind = 'began' | 'ended' | 'gone' | 'first' | 'anew'
/** A line of the log. Of `first` and `anew` there is but the number of findings. */
export interface FindingNews extends Pick<FindingRow, 'stationId' | 'archiveType' | 'channelVarname' | 'm3' | 'detail' | 'toMs'> {
  atMs: number
  kind: FindingNewsKind
  findingId: string
  rule: FindingRow['rule'] | null
  flag: FindingRow['flag'] | null
  fromMs: number | null
  findings: number
  /** What somebody says of it by now; null: it is no longer found. */
  state: FindingRow['state'] | null
}

/** All SQL that touches `finding_news`: when this book came to know that something began or ended. */
export function findingNewsIn({ db }: Pick<Context, 'db'>) {
  const write = db.prepare(`
    INSERT INTO finding_news (at_ms, station_id, kind, finding_id, rule, flag, archive_type, channel, from_ms, to_ms, m3, detail, findings)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
  const prune = db.prepare<[number]>('DELETE FROM finding_news WHERE at_ms < ?')
  const between = db.prepare<[number, number], FindingNews>(`
    SELECT n.at_ms AS atMs, n.station_id AS stationId, n.kind, n.finding_id AS findingId, n.rule, n.flag, n.archive_type AS archiveType,
      n.channel AS channelVarname, n.from_ms AS fromMs, iif(f.id IS NULL, n.to_ms, f.to_ms) AS toMs, iif(f.id IS NULL, n.m3, f.m3) AS m3,
      n.detail, n.findings, f.state
    FROM finding_news n LEFT JOIN finding f ON f.id = n.finding_id
    WHERE n.at_ms > ? AND n.at_ms <= ? ORDER BY n.at_ms, n.station_id, n.kind, n.finding_id`)
  let isPruned = false

  const tell = (atMs: number, stationId: number, kind: FindingNewsKind, list: readonly Told[]): void => {
    for (const one of list)
      write.run(
        atMs,
        stationId,
        kind,
        one.id,
        one.rule,
        one.flag,
        one.archiveType,
        one.channelVarname,
        Math.round(one.fromMs),
        one.toMs === null ? null : Math.round(one.toMs),
        one.m3 !== null && Number.isFinite(one.m3) ? one.m3 : null,
        one.detail,
        1,
      )
  }
  const count = (atMs: number, stationId: number, kind: 'first' | 'anew', findings: number): void => {
    if (findings > 0) write.run(atMs, stationId, kind, '', null, null, null, null, null, null, null, null, findings)
  }

  return {
    /** Writes what a judgement says otherwise than the one before, in its transaction. A finding whose beginning moved is the same. */
    note(stationId: number, { fresh, ended, gone }: Difference, { atMs, byNewRules, isFirst }: NewsGround & { isFirst: boolean }): void {
      if (fresh.length + ended.length + gone.length === 0) return
      if (!isPruned) prune.run(atMs - KEPT_MS)
      isPruned = true
      if (isFirst) return count(atMs, stationId, 'first', fresh.length)
      const moved = fresh.filter((one) => gone.some((other) => isSame(one, other)))
      const began = fresh.filter((one) => !moved.includes(one))
      const lost = gone.filter((one) => !moved.some((other) => isSame(one, other)))
      if (byNewRules) return count(atMs, stationId, 'anew', began.length + ended.length + lost.length)
      tell(atMs, stationId, 'began', began)
      tell(atMs, stationId, 'ended', [
        ...ended,
        // It lasted until its beginning moved.
        ...moved.filter((one) => one.toMs !== null && gone.some((other) => isSame(one, other) && other.toMs === null)),
      ])
      tell(atMs, stationId, 'gone', lost)
    },

    /** What became known after `afterMs` up to and with `toMs`, Unix ms, in the order in which it did. */
    between: (afterMs: number, toMs: number): FindingNews[] => between.all(afterMs, toMs),
  }
}

/** The same rule says it of the same subject, at times that touch. */
const isSame = (a: Told, b: Told): boolean =>
  a.rule === b.rule &&
  a.equipmentId === b.equipmentId &&
  a.archiveType === b.archiveType &&
  a.view === b.view &&
  a.channelVarname === b.channelVarname &&
  a.fromMs <= (b.toMs ?? Infinity) &&
  b.fromMs <= (a.toMs ?? Infinity)
