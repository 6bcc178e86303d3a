import type { LocationQueryRaw } from 'vue-router'
import type { FindingRow } from '../../electron/contract/findings.ts'
import { EVENT_ARCHIVES } from '../../electron/contract/records.ts'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../electron/contract/time/units.ts'
import { utcIso } from '../../electron/contract/time/zone.ts'

/** Around a finding so much of the readings is shown: a quarter of its length, but so much at least and at most. */
const LEAST_MS = { hourly: 12 * HOUR_MS, other: 5 * DAY_MS }
const MOST_MS = 30 * DAY_MS
const OTHER_ARCHIVES: ReadonlySet<string> = new Set([...EVENT_ARCHIVES, 'settings', 'sessions'])

/** The finding's time; until now where it still lasts. */
export const spanOf = ({ fromMs, toMs }: Pick<FindingRow, 'fromMs' | 'toMs'>, nowMs: number): TimeSpan => ({
  fromMs,
  toMs: Math.max(toMs ?? nowMs, fromMs),
})

/** The readings at the finding, its span marked. */
export function readingsOf(finding: FindingRow, nowMs: number) {
  const { fromMs, toMs } = spanOf(finding, nowMs)
  // Findings of event logs and settings have no archive of readings.
  const archive = OTHER_ARCHIVES.has(finding.archiveType ?? '') ? null : finding.archiveType
  const isHourly = archive === null || archive === 'hourly'
  const margin = Math.min(MOST_MS, Math.max(isHourly ? LEAST_MS.hourly : LEAST_MS.other, (toMs - fromMs) / 4))
  const query: LocationQueryRaw = {
    finding: finding.id,
    from: utcIso(Math.round(fromMs - margin)),
    to: utcIso(Math.round(toMs + margin)),
  }
  if (archive !== null) query['archive'] = archive
  if (archive !== null && finding.view !== null) query['view'] = finding.view
  return { name: 'station', params: { id: finding.stationId, tab: 'readings' }, query }
}

/** The finding in the list of its station. */
export const findingPlace = ({ stationId, id }: Pick<FindingRow, 'stationId' | 'id'>) => ({
  name: 'station',
  params: { id: stationId, tab: 'findings' },
  query: { finding: id },
})
