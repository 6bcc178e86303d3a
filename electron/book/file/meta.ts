import type { BookFile } from './connect.ts'
import { parseStored } from './stored.ts'

/** All SQL that touches `meta`: facts about the book itself, each a JSON value under a key. */
export function metaIn({ db }: Pick<BookFile, 'db'>) {
  const read = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const write = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
  return {
    /** The value under a key as it was set. The caller names its type, because the caller set it. */
    get<T>(key: string): T | undefined {
      const text = read.get(key)
      return text === undefined ? undefined : parseStored<T>(text, `meta: ${key}`)
    },
    set: (key: string, value: unknown): void => void write.run(key, JSON.stringify(value)),
  }
}
