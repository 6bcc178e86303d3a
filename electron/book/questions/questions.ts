import { randomInt } from 'node:crypto'
import { MeterbookError } from '../../contract/errors.ts'
import type { NamedQuestion } from '../../contract/questions.ts'
import type { Context } from '../context.ts'
import { fold } from '../search/text.ts'

/** A question as somebody keeps it. */
export interface QuestionContent {
  name: string
  sql: string
  author: string
}

/** Above it no id is drawn: as many as `randomInt` takes. */
const MOST_ID = 2 ** 48 - 1

/**
 * All SQL that touches `question`, but for sharing. Names are told apart in any case, because they are typed on command lines. A
 * later statement is always dated later.
 */
export function questionsIn({ db, atOnce }: Context) {
  const columns = 'id, name, sql, author, said_at_ms AS saidAtMs'
  const all = db.prepare<[], NamedQuestion>(`SELECT ${columns} FROM question WHERE removed_at_ms IS NULL ORDER BY folded, id`)
  const named = db.prepare<[string], NamedQuestion>(
    `SELECT ${columns} FROM question WHERE folded = ? AND removed_at_ms IS NULL ORDER BY said_at_ms DESC, id LIMIT 1`,
  )
  const takenBy = db
    .prepare<[string, number | null], number>('SELECT id FROM question WHERE folded = ? AND removed_at_ms IS NULL AND id IS NOT ?')
    .pluck()
  const nameOf = db.prepare<[number], string>('SELECT folded FROM question WHERE id = ? AND removed_at_ms IS NULL').pluck()
  const say = db.prepare(
    `INSERT INTO question (id, name, folded, sql, author, said_at_ms) VALUES (@id, @name, @folded, @sql, @author, @nowMs)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, sql = excluded.sql, author = excluded.author,
       said_at_ms = max(excluded.said_at_ms, said_at_ms + 1), removed_at_ms = NULL`,
  )
  const unsay = db.prepare<{ id: number; nowMs: number }>(
    `UPDATE question SET removed_at_ms = max(@nowMs, said_at_ms + 1), said_at_ms = max(@nowMs, said_at_ms + 1)
     WHERE id = @id AND removed_at_ms IS NULL`,
  )

  return {
    /** By name. */
    all: (): NamedQuestion[] => all.all(),
    /** By its name in any case; of several that merged books have called so, the one said last; null where none is. */
    named: (name: string): NamedQuestion | null => named.get(fold(name.trim())) ?? null,
    /**
     * Keeps a new question (`id` null), or another text or name of one; one that was removed comes back.
     * @throws MeterbookError NAME_TAKEN where it would take the name of another one. Two that a merge has brought under one name
     *   may keep it.
     */
    keep: (id: number | null, { name: typed, sql, author }: QuestionContent, nowMs: number): void =>
      atOnce(() => {
        const name = typed.trim()
        const folded = fold(name)
        const isCalledSo = id !== null && nameOf.get(id) === folded
        if (!isCalledSo && takenBy.get(folded, id) !== undefined) throw new MeterbookError('NAME_TAKEN', { name })
        say.run({ id: id ?? randomInt(1, MOST_ID), name, folded, sql, author, nowMs })
      }),
    /** It can be brought back by keeping it. One that is not there is no error: another window has removed it. */
    remove: (id: number, nowMs: number): void => atOnce(() => void unsay.run({ id, nowMs })),
  }
}
