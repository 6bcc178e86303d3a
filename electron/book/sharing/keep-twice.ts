import type { Verbatim } from '../../contract/records.ts'
import { SESSIONS_ARCHIVE } from '../../contract/records.ts'
import type { MappedSeries } from './series-map.ts'
import type { Transfer } from './transfer.ts'

type Values = Readonly<Record<string, Verbatim>>

/** JSON by name, the names in order: the same for the same values, whatever order a book lists them in. */
export const contentOf = (values: Values): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.keys(values)
        .sort()
        .map((name) => [name, values[name]]),
    ),
  )

/**
 * Writes `kept_twice`: what another book, or a file by cable, has under a key that the own one has with other content.
 * `bookId`: the other book's id, or what `fileAsBook` calls a file.
 */
export function keeperIn({ db, bookId, nowMs }: Pick<Transfer, 'db' | 'bookId' | 'nowMs'>) {
  const keep = db.prepare<[string, number, string, string, number, string, string, number]>(
    'INSERT INTO main.kept_twice VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return {
    reading: (
      { equipmentId, archiveType, view }: Pick<MappedSeries, 'equipmentId' | 'archiveType' | 'view'>,
      atMs: number,
      values: Values,
    ): void => void keep.run('reading', equipmentId ?? 0, archiveType, view, atMs, contentOf(values), bookId, nowMs),
    session: (telemetryId: number | null, atMs: number, values: Values): void =>
      void keep.run('session', telemetryId ?? 0, SESSIONS_ARCHIVE, 'general', atMs, contentOf(values), bookId, nowMs),
  }
}

/** Takes over the rows that the other book had kept twice itself. */
export function mergeKeptTwice({ db }: Transfer): void {
  db.exec('INSERT INTO main.kept_twice SELECT * FROM temp.src_kept_twice WHERE true ON CONFLICT DO NOTHING')
}
