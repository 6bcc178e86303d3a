import { branchFault, type BranchMember } from '../../contract/balance-words.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { ClockWish } from '../../contract/time/gas-clock.ts'
import { isTimeZone } from '../../contract/time/zone.ts'
import type { Context } from '../context.ts'
import { noteId } from '../notes/note-id.ts'
import { membersIn } from './members.ts'

/** A branch as it is drawn: what goes in, what goes out. Its clock is null where it is the book's. */
export interface BranchContent extends ClockWish {
  name: string
  /** In the order in which they were drawn. */
  members: readonly BranchMember[]
  author: string
}

export interface Branch extends BranchContent {
  id: string
  writtenAtMs: number
}

interface Row extends ClockWish {
  id: string
  name: string
  members: string
  author: string
  writtenAtMs: number
}

/** All SQL that touches `branch`, but for sharing: what engineers drew. A later statement is always dated later. */
export function branchesIn({ db, atOnce }: Context) {
  const columns = 'id, name, time_zone AS timeZone, contract_hour AS contractHour, members, author, written_at_ms AS writtenAtMs'
  const all = db.prepare<[], Row>(`SELECT ${columns} FROM branch WHERE removed_at_ms IS NULL ORDER BY id`)
  const one = db.prepare<[string], Row>(`SELECT ${columns} FROM branch WHERE id = ? AND removed_at_ms IS NULL`)
  const say = db.prepare(
    `INSERT INTO branch (id, name, time_zone, contract_hour, members, author, written_at_ms)
     VALUES (@id, @name, @timeZone, @contractHour, @members, @author, @nowMs)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, time_zone = excluded.time_zone, contract_hour = excluded.contract_hour,
       members = excluded.members, author = excluded.author, written_at_ms = max(excluded.written_at_ms, written_at_ms + 1),
       removed_at_ms = NULL`,
  )
  const unsay = db.prepare<{ id: string; author: string; nowMs: number }>(
    `UPDATE branch SET removed_at_ms = max(@nowMs, written_at_ms + 1), written_at_ms = max(@nowMs, written_at_ms + 1), author = @author
     WHERE id = @id AND removed_at_ms IS NULL`,
  )

  function get(id: string): Branch {
    const row = one.get(id)
    if (!row) throw new MeterbookError('NO_SUCH_BRANCH', { id })
    return branchOf(row)
  }
  return {
    /** In the order in which they were first drawn. */
    all: (): Branch[] => all.all().map(branchOf),
    /** @throws MeterbookError NO_SUCH_BRANCH, of a removed one too. */
    get,
    /**
     * Draws a branch, or draws it anew; one that was removed comes back.
     * @param id null: a new one
     * @throws MeterbookError BAD_BRANCH where it lacks a name, an input or an output, or names a station twice
     */
    say: (id: string | null, { members, ...content }: BranchContent, nowMs: number): Branch =>
      atOnce(() => {
        const why = branchFault({ name: content.name, members })
        if (why !== null) throw new MeterbookError('BAD_BRANCH', { why })
        const own = id ?? noteId(nowMs)
        const pairs = members.map(({ stationId, side }) => [stationId, side])
        say.run({ ...content, id: own, members: JSON.stringify(pairs), nowMs })
        return get(own)
      }),
    /** @throws MeterbookError NO_SUCH_BRANCH */
    remove: (id: string, author: string, nowMs: number): void =>
      atOnce(() => {
        if (unsay.run({ id, author, nowMs }).changes === 0) throw new MeterbookError('NO_SUCH_BRANCH', { id })
      }),
  }
}

/** A zone that this computer does not know counts as not said, and stays in the book. */
function branchOf({ members, timeZone, ...row }: Row): Branch {
  return { ...row, timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null, members: membersIn(members) ?? [] }
}
