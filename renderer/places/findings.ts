import type { FindingRow } from '../../electron/contract/findings.ts'
import { EVENT_ARCHIVES } from '../../electron/contract/records.ts'
import { RULE_CODES } from '../../electron/contract/rules.ts'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../electron/contract/time/units.ts'
import { addressOf, ids, listOf, type Values } from '../address/fields.ts'
import { findingOn, readingsOn } from './station.ts'

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
  return readingsOn(finding.stationId, {
    finding: finding.id,
    span: { fromMs: fromMs - margin, toMs: toMs + margin },
    archive,
    view: archive === null ? null : finding.view,
  })
}

/** The finding in the list of its station. */
export const findingPlace = ({ stationId, id }: Pick<FindingRow, 'stationId' | 'id'>) => findingOn(stationId, id)

/** The rules and stations whose findings are listed: other screens lead to these. */
export const FINDINGS_OF = { rules: listOf(RULE_CODES), stations: ids }
const findingsOf = addressOf(FINDINGS_OF)

/** The findings of all stations, of some rules or stations only. */
export const findingsAt = ({ rules = [], stations = [] }: Partial<Values<typeof FINDINGS_OF>>) => ({
  name: 'findings',
  query: findingsOf.write({ rules, stations }),
})
