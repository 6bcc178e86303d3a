import type { Database } from 'better-sqlite3'
import { parseStored } from './stored.ts'

/** All SQL that touches `meta`: facts about the book itself, each a JSON value under a key. */
export function metaIn(db: Database) {
  const read = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const write = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare('DELETE FROM meta WHERE key = ?')
  const under = db
    .prepare<{ prefix: string }, [string, string]>(
      `
    SELECT key, value FROM meta WHERE key >= @prefix AND key < @prefix || char(0x10ffff) ORDER BY key`,
    )
    .raw()

  const get = <T>(key: string): T | undefined => {
    const text = read.get(key)
    return text === undefined ? undefined : parseStored<T>(text, `meta: ${key}`)
  }
  const set = (key: string, value: unknown): void => void write.run(key, JSON.stringify(value))

  return {
    /** The value under a key as it was set; the caller knows its type, because the caller set it. */
    get,
    set,
    remove: (key: string): void => void remove.run(key),
    /** All keys that begin with `prefix`, with their values. */
    entries: <T>(prefix: string): [key: string, value: T][] =>
      under.all({ prefix }).map(([key, value]) => [key, parseStored<T>(value, `meta: ${key}`)]),

    /** The hour at which a gas day begins: the device's own where one is set, else the book's, else 10. */
    contractHour: (equipmentId?: number): number =>
      (equipmentId === undefined ? undefined : get<number>(`contract-hour/${equipmentId}`)) ??
      get<number>('contract-hour') ??
      DEFAULT_CONTRACT_HOUR,
    /** Sets it for the book or for one device; null takes the setting away. */
    setContractHour(hour: number | null, equipmentId?: number): void {
      const key = equipmentId === undefined ? 'contract-hour' : `contract-hour/${equipmentId}`
      if (hour === null) remove.run(key)
      else set(key, hour)
    },
  }
}

const DEFAULT_CONTRACT_HOUR = 10
