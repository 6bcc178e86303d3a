import { spanLasted } from '../../contract/finding-lasting.ts'
import type { RecordField } from '../../contract/fields/field.ts'
import { FINDING_FIELDS } from '../../contract/fields/findings.ts'
import type { FindingRow } from '../../contract/findings.ts'
import { RULE_CODES } from '../../contract/rules.ts'
import { parseStored } from '../file/stored.ts'

/** A finding as it is stored. Its state and note follow from the marks. */
export type StoredFinding = Omit<FindingRow, 'stationName' | 'state' | 'noteId'>

const FIELDS = Object.entries(FINDING_FIELDS) as [FindingField, RecordField][]
type FindingField = keyof typeof FINDING_FIELDS
/** A time is called `…_ms` in the table, a field else as in the public view. */
const columnOf = ({ name, kind }: RecordField): string => (kind === 'time' ? name.replace(/_time$/, '_ms') : name)
/** The state follows from the marks. */
const OWN = FIELDS.filter((field): field is [Exclude<FindingField, 'state'>, RecordField] => field[0] !== 'state')

/** The columns of `finding` that a finding itself fills, its id first. */
export const OWN_COLUMNS = OWN.map(([, field]) => `"${columnOf(field)}"`)

export type OwnCell = string | number | null

/** The cells of a finding, in the order of OWN_COLUMNS. A time is kept to the millisecond. */
export const cellsOf = (finding: StoredFinding): OwnCell[] =>
  OWN.map(([key, { kind }]) => {
    const value = finding[key]
    if (typeof value !== 'number') return value
    return kind === 'time' ? Math.round(value) : finite(value)
  })

/** The place of a finding's end among its cells. */
export const TO_MS = OWN.findIndex(([key]) => key === 'toMs')

/** A finding from its cells, without its evidence. */
export const storedOf = (cells: readonly (OwnCell | undefined)[]): Omit<StoredFinding, 'evidence'> =>
  Object.fromEntries(OWN.map(([key], at) => [key, cells[at] ?? null])) as Omit<StoredFinding, 'evidence'>

/** JSON and SQLite have no other numbers. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** A row of FINDING_SELECT. */
export interface Row extends Omit<FindingRow, 'evidence'> {
  evidence: string | null
}

const select = (keys: readonly FindingField[]) => keys.map((key) => `f."${columnOf(FINDING_FIELDS[key])}" AS "${key}"`).join(', ')
const FIRST: readonly FindingField[] = ['id', 'rule', 'flag', 'state', 'stationId']
const OTHERS = FIELDS.map(([key]) => key).filter((key) => !FIRST.includes(key))

export const FINDING_SELECT = `SELECT ${select(FIRST)}, s.name AS stationName, ${select(OTHERS)}, e.evidence, m.note_id AS noteId
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
