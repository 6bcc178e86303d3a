import { createHash } from 'node:crypto'
import type { KeptLimit, ContractLimit, LimitKey, LimitOwner } from '../../contract/limit-words.ts'
import type { Context } from '../context.ts'

type Row = Omit<KeptLimit, 'fromDay'> & { fromDay: string }
type Write = [owner: string, ownerId: number, period: string, fromDay: string, toDay: string | null, m3: number, author: string, at: number]

/** The day of a limit that holds from ever, as the table keeps it: a key has no null. */
const EVER = ''

/** All SQL that touches `contract_limit`, but for sharing: what contracts allow, as engineers typed it in. */
export function limitsIn({ db, atOnce, now }: Context) {
  const COLUMNS =
    'owner, owner_id AS ownerId, period, from_day AS fromDay, to_day AS toDay, m3, author, said_at_ms AS saidAtMs FROM contract_limit'
  const order = "ORDER BY owner, owner_id, instr('hour day month quarter year', period), from_day"
  const all = db.prepare<[], Row>(`SELECT ${COLUMNS} WHERE removed_at_ms IS NULL ${order}`)
  const ofOwner = db.prepare<[LimitOwner, number], Row>(
    `SELECT ${COLUMNS} WHERE owner = ? AND owner_id = ? AND removed_at_ms IS NULL ${order}`,
  )
  const anyKept = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM contract_limit)').pluck()
  const write = db.prepare<Write>(
    `INSERT INTO contract_limit (owner, owner_id, period, from_day, to_day, m3, author, said_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET to_day = excluded.to_day, m3 = excluded.m3, author = excluded.author,
       said_at_ms = max(excluded.said_at_ms, said_at_ms + 1), removed_at_ms = NULL`,
  )
  const unsay = db.prepare<[number, number, string, number, string, string]>(
    `UPDATE contract_limit SET removed_at_ms = ?, said_at_ms = max(said_at_ms + 1, ?)
     WHERE owner = ? AND owner_id = ? AND period = ? AND from_day = ? AND removed_at_ms IS NULL`,
  )
  const kept = ({ fromDay, ...row }: Row): KeptLimit => ({ ...row, fromDay: fromDay === EVER ? null : fromDay })

  /** Limits of a station and of a consumer that hold or held: by period and beginning. */
  const of = (owner: LimitOwner, ownerId: number): KeptLimit[] => ofOwner.all(owner, ownerId).map(kept)

  return {
    /** Whether anybody ever typed one in. */
    isAny: (): boolean => anyKept.get() === 1,
    all: (): KeptLimit[] => all.all().map(kept),
    of,
    /** All at once; one of the same owner, period and beginning gives way. `author`: as the preferences call them, '' where they say nothing. */
    say: (limits: readonly ContractLimit[], author: string): void =>
      atOnce(() => {
        for (const { owner, ownerId, period, fromDay, toDay, m3 } of limits)
          write.run(owner, ownerId, period, fromDay ?? EVER, toDay, m3, author, now())
      }),
    /** Takes a limit away, which is a statement that other books learn of. Returns whether there was one. */
    unsay: ({ owner, ownerId, period, fromDay }: LimitKey): boolean =>
      atOnce(() => unsay.run(now(), now(), owner, ownerId, period, fromDay ?? EVER).changes > 0),
    /** Differs when the limits of an owner do; '' where it has none. */
    version(owner: LimitOwner, ownerId: number): string {
      const limits = of(owner, ownerId)
      return limits.length === 0 ? '' : createHash('sha256').update(JSON.stringify(limits)).digest('base64url').slice(0, 16)
    },
  }
}
