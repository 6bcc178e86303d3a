import { MeterbookError } from '../../contract/errors.ts'
import { foreignJson } from '../../contract/foreign-json.ts'
import { tripChoicesSchema, type NamedTrip, type TripChoices } from '../../contract/named-trips.ts'
import type { Context } from '../context.ts'
import { fold } from '../search/text.ts'

type Row = [folded: string, name: string, choices: string]

/** Bytes of the choices of a trip as JSON: as many stations as may be named one by one. */
export const MOST_CHOICES_BYTES = 1_000_000

/**
 * All SQL that touches `named_trip`, but for sharing. A row is one statement on one name, whatever its case; a removal is one too, so
 * that a merge takes the later word. What another program has written there and cannot be read is no trip.
 */
export function namedTripsIn({ db, atOnce, now }: Pick<Context, 'db' | 'atOnce' | 'now'>) {
  const columns = 'folded, name, choices'
  const all = db.prepare<[], Row>(`SELECT ${columns} FROM named_trip WHERE removed_at_ms IS NULL ORDER BY folded`).raw()
  const one = db.prepare<[string], Row>(`SELECT ${columns} FROM named_trip WHERE folded = ? AND removed_at_ms IS NULL`).raw()
  const put = db.prepare<[string, string, string, number]>(
    `INSERT INTO named_trip (folded, name, choices, said_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (folded) DO UPDATE SET name = excluded.name, choices = excluded.choices,
       said_at_ms = max(named_trip.said_at_ms + 1, excluded.said_at_ms), removed_at_ms = NULL`,
  )
  const take = db.prepare<{ atMs: number; folded: string }>(
    `UPDATE named_trip SET removed_at_ms = max(said_at_ms + 1, @atMs), said_at_ms = max(said_at_ms + 1, @atMs)
     WHERE folded = @folded AND removed_at_ms IS NULL`,
  )
  const moveRuns = db.prepare<[string, string]>(
    `UPDATE run SET plan = json_set(plan, '$.trip', ?) WHERE json_valid(plan) AND json_extract(plan, '$.trip') = ?`,
  )

  function named(name: string): NamedTrip | null {
    const row = one.get(fold(name.trim()))
    return row ? decoded(row) : null
  }
  function known(name: string): NamedTrip {
    const trip = named(name)
    if (!trip) throw new MeterbookError('NO_SUCH_TRIP', { name })
    return trip
  }

  return {
    /** By name. */
    list: (): NamedTrip[] => all.all().flatMap((row) => decoded(row) ?? []),
    /** By its name in any case; null where none is called so. */
    named,
    /** Throws NO_SUCH_TRIP. */
    known,
    /**
     * Keeps choices under a name, in place of the trip that was called `instead`: its runs stay its own under the new name.
     * Throws NAME_TAKEN, NO_SUCH_TRIP.
     */
    keep: (typed: string, choices: TripChoices, instead?: string): NamedTrip =>
      atOnce(() => {
        const name = typed.trim()
        const folded = fold(name)
        const before = instead === undefined ? null : known(instead)
        if (before?.folded !== folded && named(name)) throw new MeterbookError('NAME_TAKEN', { name })
        if (before && before.folded !== folded) {
          take.run({ atMs: now(), folded: before.folded })
          moveRuns.run(folded, before.folded)
        }
        put.run(folded, name, JSON.stringify(tripChoicesSchema.parse(choices)), now())
        return known(name)
      }),
    /** Returns what it was. Throws NO_SUCH_TRIP. */
    remove: (name: string): NamedTrip =>
      atOnce(() => {
        const trip = known(name)
        take.run({ atMs: now(), folded: trip.folded })
        return trip
      }),
  }
}

/** The choices as JSON; null where they are none. */
export function choicesIn(json: string): TripChoices | null {
  const choices = tripChoicesSchema.safeParse(foreignJson(json))
  return choices.success ? choices.data : null
}

function decoded([folded, name, json]: Row): NamedTrip | null {
  const choices = choicesIn(json)
  return choices && { ...choices, folded, name }
}
