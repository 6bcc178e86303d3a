import type { FindingRow } from '../../contract/findings.ts'
import type { FindingMark, RuleCode } from '../../contract/rules.ts'
import type { Context } from '../context.ts'
import type { Changed } from './changed-data.ts'
import { findingNewsIn, type NewsGround } from './finding-news.ts'
import { findingMarksIn, markFor, stateOf, type Markable, type Said } from './finding-marks.ts'
import { findingPagesIn } from './finding-pages.ts'
import { findingPartsIn } from './finding-parts.ts'
import { cellsOf, FINDING_SELECT, OWN_COLUMNS, rowOf, storedOf, TO_MS, type OwnCell, type Row, type StoredFinding } from './finding-rows.ts'
import { findingRunsIn } from './finding-runs.ts'
import { readersAsideIn } from './readers-aside.ts'
import { silentHolesIn } from './silent-holes.ts'

/** The ground that a station was judged by. `basis` and `verdicts` are JSON that the analysis writes and reads. */
export interface JudgedStation {
  stationId: number
  judgedAtMs: number
  basis: string
  verdicts: string
  findings: readonly StoredFinding[]
  /** The changes that it takes into account. */
  seen: readonly Changed[]
  /** It was judged by other rules than before: what is found otherwise now is no news of the station. */
  byNewRules?: boolean
}

/** Where and when a rule found something; Unix ms, `toMs` null while it lasts. */
export type FoundOfRule = Pick<FindingRow, 'fromMs' | 'toMs' | 'archiveType' | 'channelVarname'>

const PLACES = OWN_COLUMNS.map(() => '?').join(', ')
const NEWS = OWN_COLUMNS.slice(1)

/** All SQL that touches `finding` and `finding_evidence`. */
export function findingsIn(book: Context) {
  const { db, atOnce, changed, now } = book
  const marks = findingMarksIn(book)
  const aside = readersAsideIn(book)
  const runs = findingRunsIn(book)
  const parts = findingPartsIn(book)
  const news = findingNewsIn(book)
  const stored = db
    .prepare<[number], (OwnCell | null)[]>(
      `SELECT ${OWN_COLUMNS.map((column) => `f.${column}`).join(', ')}, e.evidence
       FROM finding f LEFT JOIN finding_evidence e ON e.finding_id = f.id WHERE f.station_id = ?`,
    )
    .raw()
  const write = db.prepare<OwnCell[]>(`
    INSERT INTO finding (${OWN_COLUMNS.join(', ')}, state) VALUES (${PLACES}, 'new')
    ON CONFLICT (id) DO UPDATE SET ${NEWS.map((column) => `${column} = excluded.${column}`).join(', ')}`)
  const writeEvidence = db.prepare<[string, string]>(`
    INSERT INTO finding_evidence (finding_id, evidence) VALUES (?, ?)
    ON CONFLICT (finding_id) DO UPDATE SET evidence = excluded.evidence`)
  const remove = db.prepare<[string]>('DELETE FROM finding WHERE id = ?')
  const removeEvidence = db.prepare<[string]>('DELETE FROM finding_evidence WHERE finding_id = ?')
  const ofStation = db.prepare<[number], Row>(`${FINDING_SELECT} WHERE f.station_id = ? ORDER BY f.from_ms DESC, f.id DESC`)
  const ofRule = db.prepare<[number, RuleCode], FoundOfRule>(`
    SELECT from_ms AS fromMs, to_ms AS toMs, archive_type AS archiveType, channel AS channelVarname FROM finding
    WHERE station_id = ? AND rule = ? AND state <> 'wrong' ORDER BY from_ms, id`)
  const some = db.prepare<[string], Row>(`${FINDING_SELECT} WHERE f.id IN (SELECT value FROM json_each(?))`)
  const markable = db.prepare<[number], Markable & { state: string; markId: string | null }>(`
    SELECT id, rule, archive_type AS archiveType, channel, from_ms AS fromMs, to_ms AS toMs, state, mark_id AS markId
    FROM finding WHERE station_id = ?`)
  const setState = db.prepare<[string, string | null, string]>('UPDATE finding SET state = ?, mark_id = ? WHERE id = ?')

  /** Writes what differs, so that a station of which little changed costs little. */
  function put(stationId: number, findings: readonly StoredFinding[], ground: NewsGround): void {
    const before = new Map(stored.all(stationId).map((cells) => [String(cells[0]), cells]))
    const isFirst = before.size === 0 && runs.reader.run(stationId) === undefined
    const [fresh, ended]: [StoredFinding[], StoredFinding[]] = [[], []]
    for (const finding of findings) {
      const cells = cellsOf(finding)
      const evidence = JSON.stringify(finding.evidence)
      const known = before.get(finding.id)
      before.delete(finding.id)
      if (known && JSON.stringify(known) === JSON.stringify([...cells, evidence])) continue
      if (!known) fresh.push(finding)
      else if (finding.toMs !== null && known[TO_MS] === null) ended.push(finding)
      write.run(...cells)
      writeEvidence.run(finding.id, evidence)
      parts.put(finding)
    }
    const gone = [...before.values()].map(storedOf)
    for (const id of before.keys()) {
      removeEvidence.run(id)
      parts.remove(id)
      remove.run(id)
    }
    news.note(stationId, { fresh, ended, gone }, { ...ground, isFirst })
  }

  /** Gives each finding of a station the state that its marks give it. */
  function applyMarks(stationId: number): void {
    const said = marks.ofStation(stationId)
    const findings = markable.all(stationId)
    const ids = new Set(findings.map(({ id }) => id))
    for (const finding of findings) {
      const mark = markFor(finding, said, ids)
      const state = stateOf(mark)
      if (state !== finding.state || (mark?.id ?? null) !== finding.markId) setState.run(state, mark?.id ?? null, finding.id)
    }
  }

  function sayOf(findings: readonly FindingRow[], mark: FindingMark | null, said: Omit<Said, 'noteId'>, noteOf: NoteOf) {
    const stations = new Set(findings.map(({ stationId }) => stationId))
    for (const stationId of stations) {
      const all = marks.ofStation(stationId)
      const ids = new Set(markable.all(stationId).map(({ id }) => id))
      for (const finding of findings) {
        if (finding.stationId !== stationId) continue
        const place = { ...finding, channel: finding.channelVarname }
        // Every mark that would hold goes, so that an older one does not come to light again.
        for (const old of all) if (markFor(place, [old], ids)) marks.remove(old.id, said.nowMs)
        if (mark !== null) marks.add(finding.id, mark, { ...said, noteId: noteOf(finding) })
      }
      applyMarks(stationId)
    }
    return [...stations]
  }

  return {
    ...findingPagesIn(book),
    /** What was found, ended or is no longer found, as this book came to know it. */
    news: news.between,
    ...runs.reader,
    ...silentHolesIn(book),
    /** The changes of a station's data since it was judged. */
    changedOf: changed.of,
    /** Forgets what was judged of a book that is open for reading, when the book itself has changed. */
    refresh: aside.refresh,
    aside: aside.aside,
    takeAside: aside.takeAside,

    /**
     * Puts what a station was found to have in the place of what was known, in one transaction. Findings keep their ids
     * and marks; judging twice changes nothing. What is news of it is dated by the book's own clock, as all news. A book that is open for reading keeps it in memory.
     */
    replace: ({ stationId, findings, seen, byNewRules = false, ...run }: JudgedStation): void =>
      aside.writing(() =>
        atOnce(() => {
          put(stationId, findings, { atMs: Math.floor(now()), byNewRules })
          applyMarks(stationId)
          runs.write({ stationId, ...run })
          if (changed.forget(seen) > 0) runs.forgetOthersOf(stationId)
        }, 'derived'),
      ),

    /** Every station passes for never judged; findings stay until they are judged again. */
    forgetRuns: (): void => aside.writing(() => atOnce(runs.forget, 'derived')),

    /** All of one station, the newest first. */
    ofStation: (stationId: number): FindingRow[] => ofStation.all(stationId).map(rowOf),

    /** The findings of one rule at a station by time, without those that somebody called wrong. */
    ofRule: (stationId: number, rule: RuleCode): FoundOfRule[] => ofRule.all(stationId, rule),

    /** Those of these ids that there are. */
    some: (ids: readonly string[]): FindingRow[] => some.all(JSON.stringify(ids)).map(rowOf),

    /**
     * Marks findings, or takes their marks away. `noteOf` writes the note that explains one, in the same transaction.
     * Returns the stations concerned.
     */
    mark: (ids: readonly string[], mark: FindingMark | null, said: Omit<Said, 'noteId'>, noteOf: NoteOf): number[] =>
      atOnce(() => sayOf(some.all(JSON.stringify(ids)).map(rowOf), mark, said, noteOf)),
  }
}
type NoteOf = (finding: FindingRow) => string | null
