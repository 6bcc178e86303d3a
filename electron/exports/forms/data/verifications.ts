import { verificationCalendar } from '../../../analysis/answers/verifications.ts'
import { calledBy } from '../../../contract/called.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import { firstOfMonth } from '../../../contract/time/day.ts'
import { CALENDAR_MONTHS, isOverdue, wholeDaysLeft } from '../../../contract/verification-words.ts'
import type { UnknownVerification, VerificationCalendar, VerificationRow } from '../../../contract/verifications.ts'
import { wordsOf } from '../../../words/program.ts'
import { sourceText } from '../../verification-ics.ts'
import type { ContentOf, FormColumn, FormRow, FormSource, Head } from '../content.ts'
import { bookOf } from '../heads.ts'
import { inForm } from '../printed.ts'

/**
 * The verification calendar, of now, or, where days are asked for, of their end: twelve months ahead by month and consumer, the overdue
 * first, and behind them those whose day is not known.
 */
export const contentOf: ContentOf = async (source, stationIds) => {
  const { book, language, usual, nowMs, signal, request } = source
  if (stationIds.length === 0) throw new MeterbookError('NOTHING_CHOSEN')
  const goesOn = () => signal?.aborted !== true
  const calendar = await verificationCalendar(book, { months: CALENDAR_MONTHS, stationIds, usual, nowMs }, goesOn)
  if (!goesOn()) throw new MeterbookError('CANCELLED')
  const { verifications: words } = wordsOf(language).formData
  const overdue = calendar.rows.filter(isOverdue).length
  return {
    stationId: null,
    timeZone: request.timeZone,
    title: words.title(stationIds.length),
    heads: headsOfList(source, calendar, stationIds.length),
    columns: columnsOf(source),
    rows: rowsOf(source, calendar),
    expected: calendar.rows.length + calendar.unknown.length,
    totals: [
      { cells: [calendar.rows.length, null, words.dated, null, null, null, null, null] },
      { cells: [overdue, null, wordsOf(language).verifications.overdue, null, null, null, null, null] },
      { cells: [calendar.unknown.length, null, wordsOf(language).verifications.unknown, null, null, null, null, null] },
    ],
    pictures: [],
    statements: [words.sources, words.devices, ...(calendar.later > 0 ? [words.later(calendar.later)] : [])],
  }
}

function headsOfList(source: FormSource, { months, rows, later, unknown }: VerificationCalendar, stations: number): Head[] {
  const { form, letterhead, language, request } = source
  const { forms, formData } = wordsOf(language)
  const { day } = inForm(source)
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const values: Partial<Record<Head['key'], string>> = {
    supplier: letterhead.supplier || letterhead.organisation || forms.none,
    zone: request.timeZone,
    period: forms.span(day(first), day(lastOfMonth(last))),
    completeness: formData.verifications.known(rows.length + later, stations, unknown.length),
    book: bookOf(source),
  }
  return form.heads.flatMap((key) => {
    const value = values[key]
    return value === undefined ? [] : [{ key, name: forms.heads[key], value }]
  })
}

/** The day before the next month's first. */
const lastOfMonth = (first: string): string => new Date(Date.parse(`${firstOfMonth(first, 1)}T00:00:00Z`) - 1).toISOString().slice(0, 10)

function columnsOf({ language }: FormSource): FormColumn[] {
  const { column } = wordsOf(language).formData.verifications
  return [
    { key: 'number', header: column.number, kind: 'value', weight: 4, align: 'right', decimals: 0 },
    { key: 'day', header: column.day, kind: 'text', weight: 9 },
    { key: 'station', header: column.station, kind: 'text', weight: 20 },
    { key: 'consumer', header: column.consumer, kind: 'text', weight: 18 },
    { key: 'serial', header: column.serial, kind: 'text', weight: 11 },
    { key: 'left', header: column.left, kind: 'value', weight: 7, align: 'right', decimals: 0 },
    { key: 'from', header: column.from, kind: 'text', weight: 26 },
    { key: 'done', header: column.done, kind: 'text', weight: 8 },
  ]
}

type About = Pick<VerificationRow, 'stationId' | 'stationName' | 'consumerId' | 'consumerName' | 'serial'>
const called = ({ stationId, stationName, consumerId, consumerName, serial }: About) =>
  [calledBy(stationName ?? serial, stationId), consumerId === null ? null : calledBy(consumerName, consumerId), serial] as const

/** Each month stands over its rows, and so do the overdue ones and those whose day is not known. */
function rowsOf(source: FormSource, { rows, unknown }: VerificationCalendar): FormRow[] {
  const { language } = source
  const words = wordsOf(language).verifications
  const { day } = inForm(source)
  const monthName = new Intl.DateTimeFormat(wordsOf(language).habits.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  let before = ''
  let number = 0
  const grouped = (group: string, cells: FormRow['cells']): FormRow => {
    const row = group === before ? { cells } : { cells, group }
    before = group
    return row
  }
  const dated = rows.map((row) => {
    const group = isOverdue(row) ? words.overdue : monthName.format(Date.parse(`${row.day}T00:00:00Z`))
    return grouped(group, [++number, day(row.day), ...called(row), wholeDaysLeft(row), sourceText(row, language), null])
  })
  const undated = unknown.map((row: UnknownVerification) =>
    grouped(words.unknown, [++number, null, ...called(row), null, words.why[row.why], null]),
  )
  return [...dated, ...undated]
}
