import { EVENT_ARCHIVES, READING_VIEWS, SESSIONS_ARCHIVE, SETTINGS_ARCHIVE } from './records.ts'

/** Codes of archives that every language has a name for; the service's directory names the others. */
export const NAMED_ARCHIVES = ['hourly', 'daily', 'monthly', 'decade', SETTINGS_ARCHIVE, SESSIONS_ARCHIVE, ...EVENT_ARCHIVES] as const

/** Archives that people look for first, finest first. */
const FIRST = ['hourly', 'daily', 'monthly', 'session']
/** After all readings: events as the service's document lists them, and what is no archive of records. */
const LAST: readonly string[] = [...EVENT_ARCHIVES, SETTINGS_ARCHIVE, SESSIONS_ARCHIVE]
const natural = new Intl.Collator('en', { numeric: true })

/** Codes in natural order: `P2` before `P10`. */
export const compareCodes = (a: string, b: string): number => natural.compare(a, b)

function rank(archiveType: string): number {
  const first = FIRST.indexOf(archiveType)
  return first >= 0 ? first : FIRST.length + 1 + LAST.indexOf(archiveType)
}

/** The order in which archives are listed everywhere: known readings, other readings naturally, events, the rest. */
export const compareArchives = (a: string, b: string): number => rank(a) - rank(b) || compareCodes(a, b)

/** Archives in their views: those of one archive side by side, the general view first. */
export function compareSeries(a: { archiveType: string; view: string }, b: { archiveType: string; view: string }): number {
  const viewRank = (view: string) => READING_VIEWS.findIndex((known) => known === view)
  return compareArchives(a.archiveType, b.archiveType) || viewRank(a.view) - viewRank(b.view)
}

/** How much time one record of an archive covers, where its code says it. */
export type RecordPeriod = 'hour' | 'day' | 'month'
const RECORD_PERIODS: ReadonlyMap<string, RecordPeriod> = new Map([
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['monthly', 'month'],
])
/** The time that one record of the archive covers; null where the code does not say it. */
export const recordPeriod = (archiveType: string): RecordPeriod | null => RECORD_PERIODS.get(archiveType) ?? null
