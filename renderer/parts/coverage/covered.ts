import type { CoverageState } from '../../../electron/contract/device.ts'
import { EVENT_ARCHIVES, SESSIONS_ARCHIVE, SETTINGS_ARCHIVE, type Span } from '../../../electron/contract/records.ts'
import type { CoverageRun } from '../../../electron/contract/device.ts'
import { uncovered } from '../../../electron/contract/time/runs.ts'
import { spanDays } from '../../../electron/contract/time/span.ts'

/** An archive of the station with what is known of its days. */
export interface CoveredArchive {
  archiveType: string
  view: string
  runs: readonly CoverageRun[]
}

export type CoverageGroup = 'readings' | 'events' | 'others'

/** The section of the page that an archive belongs to. */
export function groupOf(archiveType: string): CoverageGroup {
  if (EVENT_ARCHIVES.some((code) => code === archiveType)) return 'events'
  return archiveType === SESSIONS_ARCHIVE || archiveType === SETTINGS_ARCHIVE ? 'others' : 'readings'
}

/** Days by state, the most frequent first, and how many days of a span are settled (fetched, or empty at the service). */
export function countDays(runs: readonly CoverageRun[]): {
  states: { state: CoverageState; days: number }[]
  known: (span: Span) => number
} {
  const days = new Map<CoverageState, number>()
  for (const run of runs) if (run.state !== 'never') days.set(run.state, (days.get(run.state) ?? 0) + spanDays(run))
  return {
    states: [...days].map(([state, count]) => ({ state, days: count })).sort((a, b) => b.days - a.days),
    known: (span) => spanDays(span) - uncovered(runs, span).reduce((sum, part) => sum + spanDays(part), 0),
  }
}

/** What a plan names to fetch these days: the archive's code, or the group's word for sessions. Events have no views. */
export function wishFor(archive: CoveredArchive): { archives: string[]; views: ('general' | 'unified')[] } {
  const views: ('general' | 'unified')[] = archive.view === 'unified' ? ['unified'] : ['general']
  return { archives: [archive.archiveType], views }
}
