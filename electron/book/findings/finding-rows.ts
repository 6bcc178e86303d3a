import { spanLasted } from '../../contract/finding-lasting.ts'
import type { FindingRow } from '../../contract/findings.ts'
import { RULE_CODES } from '../../contract/rules.ts'
import { parseStored } from '../file/stored.ts'

/** A finding as it is stored. Its state and note follow from the marks. */
export type StoredFinding = Omit<FindingRow, 'stationName' | 'state' | 'noteId'>

/** The columns of `finding` that a finding itself fills, in order; state and mark come between. */
export const OWN_COLUMNS = [
  'id',
  'station_id',
  'equipment_id',
  'rule',
  'flag',
  'archive_type',
  '"view"',
  'channel',
  'from_ms',
  'to_ms',
  'measure',
  'threshold',
  'unit',
  'm3',
  'detail',
] as const

export type OwnCell = string | number | null

/** The cells of a finding, in the order of OWN_COLUMNS. A time is kept to the millisecond. */
export const cellsOf = (finding: StoredFinding): OwnCell[] => [
  finding.id,
  finding.stationId,
  finding.equipmentId,
  finding.rule,
  finding.flag,
  finding.archiveType,
  finding.view,
  finding.channelVarname,
  Math.round(finding.fromMs),
  finding.toMs === null ? null : Math.round(finding.toMs),
  finite(finding.measure),
  finite(finding.threshold),
  finding.unit,
  finite(finding.m3),
  finding.detail,
]

/** JSON and SQLite have no other numbers. */
const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null)

/** A row of FINDING_SELECT. */
export interface Row extends Omit<FindingRow, 'evidence'> {
  evidence: string | null
}

export const FINDING_SELECT = `SELECT f.id, f.rule, f.flag, f.state, f.station_id AS stationId, s.name AS stationName,
  f.equipment_id AS equipmentId, f.archive_type AS archiveType, f."view", f.channel AS channelVarname,
  f.from_ms AS fromMs, f.to_ms AS toMs, f.measure, f.threshold, f.unit, f.m3, f.detail, e.evidence, m.note_id AS noteId
  FROM finding f JOIN station s ON s.id = f.station_id
  LEFT JOIN finding_evidence e ON e.finding_id = f.id LEFT JOIN finding_mark m ON m.id = f.mark_id`

const JUDGED = RULE_CODES.filter((rule) => !spanLasted(rule)).map((rule) => `'${rule}'`)
/** How long a finding lasted by its measure alone, ms, as `measuredMs` has it; SQL over `finding f`. */
export const MEASURED_MS = `iif(f.unit = 'minutes', f.measure * 60000, NULL)`
/** `lastedMs` of `finding f`: null where its rule does not say; until the end of time while it lasts. */
export const LASTED_MS = `coalesce(${MEASURED_MS}, iif(f.rule IN (${JUDGED.join(', ')}) OR f.to_ms = f.from_ms, NULL, coalesce(f.to_ms, 9e15) - f.from_ms))`

const NO_EVIDENCE: FindingRow['evidence'] = { records: [], events: [], settings: [], sessions: [], numbers: {} }

export const rowOf = ({ evidence, ...row }: Row): FindingRow => ({
  ...row,
  evidence: evidence === null ? NO_EVIDENCE : parseStored<FindingRow['evidence']>(evidence, 'finding_evidence'),
})
