import { backupPlaces } from '../backend/backup-places.ts'
import { defaultDataFolder } from '../backend/data-folder.ts'
import { programFileIn } from '../backend/program-file.ts'
import type { Place } from '../book/backups/make.ts'
import type { Book } from '../book/book.ts'
import { openBook as open, wantsMigration, type OpenOptions } from '../book/file/open.ts'
import type { Preferences } from '../contract/preferences.ts'

/** How books of an older version are opened by this command line; null: nobody has said, as in tests of single commands. */
let asked: { env: NodeJS.ProcessEnv; withoutCopy: boolean } | null = null

/** Said once, before a command runs: every command that opens a book may have to migrate it. */
export const migrateBooks = (how: { env: NodeJS.ProcessEnv; withoutCopy: boolean }): void => void (asked = how)

/** `openBook`; the copy of an older book goes where the window puts backups. */
export function openBook(file: string, options: OpenOptions): Book {
  if (asked === null || !wantsMigration(file)) return open(file, options)
  const { env, withoutCopy } = asked
  return open(file, { ...options, copyFirst: { places: backupsOf(env).places, withoutCopy } })
}

/** Where backups go and how many are kept, as the window's preferences have it. */
export function backupsOf(env: NodeJS.ProcessEnv): { dataFolder: string; places: [Place, ...Place[]]; preferences: Preferences } {
  const dataFolder = defaultDataFolder(env)
  const preferences = programFileIn(dataFolder).preferences()
  return { dataFolder, places: backupPlaces(dataFolder, preferences.backupsFolder), preferences }
}
