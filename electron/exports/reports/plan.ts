import { stationsMeant } from '../../analysis/answers/consumption/parts.ts'
import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { stationCalled } from '../../contract/called.ts'
import type { Language } from '../../words/index.ts'
import type { Day } from '../../contract/records.ts'
import type { SavedReport } from '../../contract/reports.ts'
import { gasDayAt } from '../../contract/time/gas-day.ts'
import { reportSpan } from '../../contract/time/report-period.ts'
import type { FormRequest } from '../forms/content.ts'
import { stationCount } from '../file-name.ts'
import { nameByPattern } from './file-names.ts'

/** The choices of a saved report, also before it is saved; `asked`: the clock that was asked for by name. */
export type ReportChoices = Omit<SavedReport, 'id'> & Pick<FormRequest, 'asked'>

/** One file that a run makes. */
interface PlannedFile {
  /** Without its ending, not yet free of others of the same name. */
  name: string
  stationIds: number[]
}

export interface Plan {
  /** Gas days, both included; undefined: all there is. */
  from: Day | undefined
  to: Day | undefined
  stationIds: number[]
  files: PlannedFile[]
}

/** What a run of a saved report would make at a moment: its span by the calendar, its stations by what the book knows now. */
export function planOf(book: Book, choices: ReportChoices, formTitle: string, nowMs: number): Plan {
  const { timeZone, contractHour, period, pattern, language } = choices
  const gas = { zone: timeZone, contractHour }
  const span = reportSpan(period, gas, nowMs) ?? { from: choices.from, to: choices.to }
  if (span.from !== undefined && span.to !== undefined && span.from > span.to)
    throw new MeterbookError('SPAN_REVERSED', { from: span.from, to: span.to })
  const stationIds = stationsMeant(book, choices)
  const common = {
    name: choices.name,
    form: formTitle,
    from: span.from ?? '',
    to: span.to ?? '',
    made: gasDayAt(nowMs, { zone: timeZone, contractHour: 0 }),
  }
  const nameOf = (ids: readonly number[]) => nameByPattern(pattern, { ...common, ...stationPlaces(book, ids, language) })
  const groups = choices.files === 'station' ? stationIds.map((id) => [id]) : stationIds.length > 0 ? [stationIds] : []
  return { ...span, stationIds, files: groups.map((ids) => ({ name: nameOf(ids), stationIds: ids })) }
}

/**
 * Names the station and its serial number; several stations are named by how many they are, without a serial number.
 */
function stationPlaces(book: Book, ids: readonly number[], language: Language): { station: string; serial: string } {
  const [only, second] = ids
  const station = only !== undefined && second === undefined ? book.stations.get(only) : undefined
  if (!station) return { station: stationCount(ids.length, language), serial: '' }
  const { equipmentSerialNumber: serial } = station
  return { station: stationCalled(station), serial: typeof serial === 'string' || typeof serial === 'number' ? String(serial) : '' }
}
