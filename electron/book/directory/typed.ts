import { TYPED_FACTS, typedFactOf, typedFault, type TypedFact } from '../../contract/typed-words.ts'
import type { Context } from '../context.ts'

/** A value that somebody typed in, as it is kept (contract/typed-words.ts). Unix ms. */
export interface TypedValue {
  stationId: number
  fact: TypedFact
  value: string
  typedAtMs: number
  typedBy: string
}

type Row = Omit<TypedValue, 'fact'> & { fact: string }

/** All SQL that touches `station_typed`, but for sharing: what engineers say of stations because the service does not. */
export function typedIn({ db, atOnce }: Context) {
  const COLUMNS = 'station_id AS stationId, fact, value, typed_at_ms AS typedAtMs, typed_by AS typedBy'
  const ofStation = db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM station_typed WHERE station_id = ? AND removed_at_ms IS NULL`)
  const ofFact = db.prepare<[TypedFact], Row>(
    `SELECT ${COLUMNS} FROM station_typed WHERE fact = ? AND removed_at_ms IS NULL ORDER BY station_id`,
  )
  // A computer's clock may be late: a later statement is dated later, whatever it says.
  const write = db.prepare<[number, string, string, string, number]>(
    `INSERT INTO station_typed (station_id, fact, value, typed_by, typed_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (station_id, fact) DO UPDATE SET value = excluded.value, typed_by = excluded.typed_by,
       typed_at_ms = max(excluded.typed_at_ms, typed_at_ms + 1), removed_at_ms = NULL`,
  )
  const take = db.prepare<[string, number, number, number, string]>(
    `UPDATE station_typed SET typed_by = ?, removed_at_ms = ?, typed_at_ms = max(?, typed_at_ms + 1)
     WHERE station_id = ? AND fact = ? AND removed_at_ms IS NULL`,
  )

  return {
    /** In the order of `TYPED_FACTS`. */
    ofStation: (stationId: number): TypedValue[] =>
      ofStation
        .all(stationId)
        .flatMap(known)
        .sort((a, b) => TYPED_FACTS.indexOf(a.fact) - TYPED_FACTS.indexOf(b.fact)),

    /** One fact of all stations that have it, by station. */
    all: (fact: TypedFact): Map<number, TypedValue> =>
      new Map(
        ofFact
          .all(fact)
          .flatMap(known)
          .map((row) => [row.stationId, row]),
      ),

    /** Says values of a station, or takes them back (null); `at` is when, Unix ms. A value must be one of its fact: `typedFault`. */
    write: (stationId: number, values: readonly { fact: TypedFact; value: string | null }[], author: string, at: number): void =>
      atOnce(() => {
        for (const { fact, value } of values) {
          if (value === null) take.run(author, at, at, stationId, fact)
          else write.run(stationId, fact, value, author, at)
        }
      }),
  }
}

/** A book may come from another version of the program: what this one does not know says nothing. */
function known({ fact: word, ...row }: Row): TypedValue[] {
  const fact = typedFactOf(word)
  return fact && typedFault(fact, row.value) === null ? [{ ...row, fact }] : []
}
