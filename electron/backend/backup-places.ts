import path from 'node:path'
import type { Keeping } from '../book/backups/keep.ts'
import type { Place } from '../book/backups/make.ts'
import type { Preferences } from '../contract/preferences.ts'

/** Where backups go: the chosen folder, then the program's own, which takes a copy before a migration where the first is away. */
export function backupPlaces(dataFolder: string, chosen: string): [Place, ...Place[]] {
  const own = { folder: path.join(dataFolder, 'backups'), isOwn: true }
  return chosen === '' ? [own] : [{ folder: chosen, isOwn: false }, own]
}

const GB = 1_000_000_000

export const keepingOf = ({ backupsKept, backupsWeeks, backupsMostGb }: Preferences): Keeping => ({
  newest: backupsKept,
  weeks: backupsWeeks,
  mostBytes: backupsMostGb * GB,
})
