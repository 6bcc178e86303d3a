import { FINDING_STATES, type FindingMark, type FindingState } from '../../contract/rules.ts'
import type { Context } from '../context.ts'
import { noteId } from '../notes/note-id.ts'

/** What an engineer said of a finding. */
interface Mark {
  id: string
  findingId: string
  rule: string
  archiveType: string | null
  channel: string | null
  fromMs: number
  toMs: number
  mark: string
}

/** The finding's own values that a mark is compared with. */
export interface Markable {
  id: string
  rule: string
  archiveType: string | null
  channel: string | null
  fromMs: number
  toMs: number | null
}

const isState = (mark: string): mark is FindingState => FINDING_STATES.some((state) => state === mark)

/**
 * The mark that holds for a finding; `null`: nobody has marked it. A mark belongs to the finding that it was made on for
 * as long as that one is found; after that to what the same rule finds of the same subject at an overlapping time. The
 * latest counts.
 */
export function markFor(finding: Markable, marks: readonly Mark[], ids: ReadonlySet<string>): Mark | null {
  const holds = (mark: Mark) =>
    ids.has(mark.findingId)
      ? mark.findingId === finding.id
      : mark.rule === finding.rule &&
        mark.archiveType === finding.archiveType &&
        mark.channel === finding.channel &&
        mark.fromMs <= (finding.toMs ?? Infinity) &&
        mark.toMs >= finding.fromMs
  return marks.findLast(holds) ?? null
}

/** A mark of a newer program is 'seen' to this one: somebody has looked at it. */
export const stateOf = (mark: Mark | null): FindingState => (mark === null ? 'new' : isState(mark.mark) ? mark.mark : 'seen')

/** All SQL that touches `finding_mark`. */
export function findingMarksIn({ db }: Context) {
  const ofStation = db.prepare<[number], Mark>(`
    SELECT id, finding_id AS findingId, rule, archive_type AS archiveType, channel, from_ms AS fromMs, to_ms AS toMs, mark
    FROM finding_mark WHERE station_id = ? AND removed_at_ms IS NULL ORDER BY marked_at_ms, id`)
  const add = db.prepare(`
    INSERT INTO finding_mark (id, finding_id, station_id, rule, archive_type, channel, from_ms, to_ms, mark, note_id,
      author, marked_at_ms)
    SELECT @id, f.id, f.station_id, f.rule, f.archive_type, f.channel, f.from_ms,
      max(f.from_ms, coalesce(f.to_ms, @nowMs)), @mark, @noteId, @author, @nowMs
    FROM finding f WHERE f.id = @findingId`)
  const remove = db.prepare<[number, string]>(
    'UPDATE finding_mark SET removed_at_ms = max(?, marked_at_ms) WHERE id = ? AND removed_at_ms IS NULL',
  )
  return {
    ofStation: (stationId: number): Mark[] => ofStation.all(stationId),
    add: (findingId: string, mark: FindingMark, { noteId: note, author, nowMs }: Said): void =>
      void add.run({ id: noteId(nowMs), findingId, mark, noteId: note, author, nowMs }),
    remove: (id: string, nowMs: number): void => void remove.run(nowMs, id),
  }
}

export interface Said {
  noteId: string | null
  author: string
  nowMs: number
}
