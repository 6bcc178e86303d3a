import { statSync } from 'node:fs'
import { EVENT_ARCHIVES, type ReadingView } from '../contract/records.ts'
import type { Context } from './context.ts'
import type { coverageIn, CoverageTotals } from './coverage/coverage.ts'
import type { identityIn, Identity } from './file/identity.ts'
import { isOnNetwork } from './file/network.ts'
import type { rejectedIn } from './archives/rejected.ts'

/** Records of one archive over all devices. */
export interface ArchiveSummary {
  archiveType: string
  view: ReadingView
  devices: number
  records: number
  firstMs: number
  lastMs: number
}

/** What is in a book. */
export interface Summary {
  identity: Identity
  counts: {
    providers: number
    consumers: number
    stations: number
    unlistedStations: number
    characteristics: number
    equipmentTypes: number
    channels: number
    messages: number
    readings: number
    events: number
    settingSnapshots: number
    sessions: number
    /** Without deleted ones. */
    notes: number
    rejected: number
    /** Readings, events and sessions whose stamps are not believed: shown as they came, left out of whatever is computed. */
    farStamps: number
  }
  /** Archives of readings, then of events. */
  archives: ArchiveSummary[]
  /** The time of the first and of the last record of any archive. */
  firstMs: number | null
  lastMs: number | null
  coverage: CoverageTotals
  rejected: Record<string, number>
  /** The time of the last fetch, Unix ms. */
  freshAtMs: number | null
  /** The size of the book with its journal. */
  fileBytes: number
  /** It lies on another computer's share: see file/network.ts. */
  onNetwork: boolean
}

/** The repositories that it reads. */
interface Sources {
  identity: ReturnType<typeof identityIn>
  coverage: ReturnType<typeof coverageIn>
  rejected: ReturnType<typeof rejectedIn>
}

const COUNTED = {
  providers: 'provider',
  consumers: 'consumer',
  stations: 'station',
  characteristics: 'characteristics',
  equipmentTypes: 'equipment_type',
  channels: 'channel',
  messages: 'message',
  settingSnapshots: 'setting_snapshot',
  sessions: 'session',
  rejected: 'rejected',
} as const

/** Summarises a book from counters and small tables only, so that long archives do not slow it down. */
export function summaryIn({ file, db, believed }: Context, { identity, coverage, rejected }: Sources) {
  const counted = Object.entries(COUNTED).map(
    ([name, table]) => [name, db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck()] as const,
  )
  const notes = db.prepare<[], number>('SELECT count(*) FROM note WHERE deleted_at_ms IS NULL').pluck()
  const unlisted = db.prepare<[], number>('SELECT count(*) FROM station WHERE unlisted_at_ms IS NOT NULL').pluck()
  const archives = db.prepare<[], ArchiveSummary>(`
    SELECT archive_type AS archiveType, "view", count(*) AS devices, sum(records) AS records,
      min(first_ms) AS firstMs, max(last_ms) AS lastMs
    FROM series WHERE records > 0 AND equipment_id IS NOT NULL GROUP BY archive_type, "view" ORDER BY 1, 2`)
  // Each end is a range of its own: an OR of both would walk through all records between them.
  const outside = (table: string, owner: string) =>
    ['< @fromMs', '> @toMs'].map((end) => `(SELECT count(*) FROM ${table} WHERE ${owner} AND at_ms ${end})`).join(' + ')
  const far = db
    .prepare<{ fromMs: number; toMs: number }, number>(
      // The last row of unit is null: the sessions of no unit.
      `WITH RECURSIVE unit (id) AS (SELECT min(telemetry_id) FROM session
         UNION ALL SELECT (SELECT min(telemetry_id) FROM session WHERE telemetry_id > unit.id) FROM unit WHERE unit.id IS NOT NULL)
       SELECT (SELECT coalesce(sum(${outside('reading', 'series_id = s.id')} + ${outside('event', 'series_id = s.id')}), 0)
           FROM series s WHERE first_ms < @fromMs OR last_ms > @toMs)
         + (SELECT coalesce(sum(${outside('session', 'telemetry_id IS unit.id')}), 0) FROM unit)`,
    )
    .pluck()
  const seen = db
    .prepare<[], number | null>(
      'SELECT max(at) FROM (SELECT max(seen_at_ms) AS at FROM station UNION ALL SELECT max(checked_at_ms) FROM setting_snapshot)',
    )
    .pluck()

  // Asked once: a share that hangs must hold up no summary.
  const onNetwork = isOnNetwork(file)

  return (): Summary => {
    const [readings, events] = [archives.all().filter((a) => !isEvents(a)), archives.all().filter(isEvents)]
    const all = [...readings, ...events]
    const sum = (list: readonly ArchiveSummary[]) => list.reduce((total, { records }) => total + records, 0)
    const counts = Object.fromEntries(counted.map(([name, count]) => [name, count.get() ?? 0])) as Record<keyof typeof COUNTED, number>
    const totals = coverage.totals()
    const fresh = [totals.fetchedAtMs, seen.get() ?? null].filter((at) => at !== null)
    return {
      identity: identity.read(),
      counts: {
        ...counts,
        unlistedStations: unlisted.get() ?? 0,
        notes: notes.get() ?? 0,
        readings: sum(readings),
        events: sum(events),
        farStamps: far.get(believed()) ?? 0,
      },
      archives: all,
      firstMs: all.length > 0 ? Math.min(...all.map(({ firstMs }) => firstMs)) : null,
      lastMs: all.length > 0 ? Math.max(...all.map(({ lastMs }) => lastMs)) : null,
      coverage: totals,
      rejected: rejected.counts(),
      freshAtMs: fresh.length > 0 ? Math.max(...fresh) : null,
      fileBytes: sizeOf(file) + sizeOf(`${file}-wal`),
      onNetwork,
    }
  }
}

function isEvents({ archiveType }: ArchiveSummary): boolean {
  return (EVENT_ARCHIVES as readonly string[]).includes(archiveType)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
