import { DAY_MS } from '../../contract/time/units.ts'
import type { Backup } from './manifest.ts'

/** How many backups are kept. */
export interface Keeping {
  /** The newest so many, at least 1. */
  newest: number
  /** And of the newest so many weeks that have one, the newest of each. */
  weeks: number
  /** All of them together take at most so many bytes; the newest is kept whatever its size. */
  mostBytes: number
}

/** A copy from before a migration is kept at least so long, ms, and until a later backup is there. */
export const MIGRATION_KEPT_MS = 30 * DAY_MS

/**
 * Which backups may go, the oldest first. Older and newer go by the order in which they were made, so a clock that was set
 * back lets no newer one go. What has unreadable records lets no sound one go. The newest sound one is never among them.
 */
export function mayGo(backups: readonly Backup[], keeping: Keeping, nowMs: number): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.order - a.order)
  const usual = newestFirst.filter(({ why }) => why !== 'migration')
  const sound = usual.filter(({ unreadable }) => unreadable === 0)
  const kept = new Set<Backup>([
    ...withinBytes(chosen(sound, keeping), keeping.mostBytes),
    ...usual.filter(({ unreadable }) => unreadable > 0).slice(0, keeping.newest),
    ...(usual.length > sound.length && usual[0]?.unreadable ? sound : []),
    ...newestFirst.filter((backup) => backup.why === 'migration' && isStillWanted(backup, sound, nowMs)),
  ])
  return newestFirst.filter((backup) => !kept.has(backup)).toReversed()
}

function chosen(newestFirst: readonly Backup[], { newest, weeks }: Keeping): Backup[] {
  const seen = new Set<number>()
  return newestFirst.filter((backup, at) => {
    const week = weekOf(backup.madeAtMs)
    const isFirstOfWeek = !seen.has(week) && seen.size < weeks
    seen.add(week)
    return at < Math.max(1, newest) || isFirstOfWeek
  })
}

function withinBytes(newestFirst: readonly Backup[], mostBytes: number): Backup[] {
  let bytes = 0
  return newestFirst.filter((backup, at) => {
    bytes += backup.bytes
    return at === 0 || bytes <= mostBytes
  })
}

function isStillWanted(copy: Backup, sound: readonly Backup[], nowMs: number): boolean {
  const isYoung = nowMs - copy.madeAtMs < MIGRATION_KEPT_MS
  return isYoung || !sound.some(({ order }) => order > copy.order)
}

/** Weeks since 1970, Monday to Sunday in UTC. */
const weekOf = (atMs: number): number => Math.floor((Math.floor(atMs / DAY_MS) + 3) / 7)
