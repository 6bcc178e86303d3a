import { compareArchives, recordPeriod } from '../../../contract/archives.ts'
import type { RuleCode } from '../../../contract/rules.ts'
import type { FindingRow } from '../../../contract/findings.ts'
import { spanLasted } from '../../../contract/finding-lasting.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import type { StationRow } from '../../../book/index.ts'
import { wordsOf } from '../../../words/program.ts'
import type { FormSource } from '../content.ts'
import type { Printed } from '../printed.ts'
import { overlapMs, type ShareOf } from './finding-share.ts'

/** What the rules found in a gas day or a month, as its note says it: which rule, hours or its own measure, m³. */

/** Dates that pass: they say nothing of what was measured on a day. */
const OF_NO_DAY: readonly RuleCode[] = ['verification_overdue', 'archive_at_risk']

/**
 * Valid findings of a station's data, by beginning; an exchange is a row of its own. The m³ of a silence stand with the hole
 * that it is, where that is there.
 */
export function findingsOfData({ book }: FormSource, { id }: Pick<StationRow, 'id'>): FindingRow[] {
  const valid = book.findings
    .ofStation(id)
    .filter(
      ({ rule, state, detail }) =>
        state !== 'wrong' && !OF_NO_DAY.includes(rule) && !(rule === 'counter_decrease' && detail === 'exchange'),
    )
  const holes = book.findings.silentHoles(id)
  const isTold = valid.some((one) => holes.has(one.id))
  return valid.map((one) => (isTold && one.rule === 'silent' ? { ...one, m3: null } : one)).toSorted((a, b) => a.fromMs - b.fromMs)
}

/**
 * Notes of a period, one a rule: hours and m³ are those within the period.
 * @param span what the whole form shows: measures that cannot be shared stand in the first period of their finding
 */
export function findingNotes(
  { language, nowMs }: FormSource,
  findings: readonly FindingRow[],
  { period, span, shareOf, printed }: { period: TimeSpan; span: TimeSpan; shareOf: ShareOf; printed: Printed },
): string[] {
  const { note } = wordsOf(language).formConsumption
  const { detail: details } = wordsOf(language).findings
  const own = finest(findings.filter((finding) => isIn(finding, period, nowMs)))
  const groups = Map.groupBy(own, ({ rule, detail }) => `${rule} ${detail ?? ''}`)
  return [...groups.values()].map((same) => {
    const [{ rule, detail }] = same as [FindingRow]
    const first = same.filter(({ fromMs }) => fromMs >= period.fromMs || period.fromMs <= span.fromMs)
    const amounts = same.flatMap((finding) => {
      const m3 = amountOf(finding)
      // How a silence goes on behind what the form shows says nothing of the days that it shows.
      const isOfLater = finding.rule === 'silent' && (finding.toMs ?? nowMs) > span.toMs
      return m3 === null || isOfLater ? [] : [m3 * shareOf({ fromMs: finding.fromMs, toMs: finding.toMs ?? nowMs }, period)]
    })
    const ms = same.filter(isToldInHours).reduce((sum, { fromMs, toMs }) => sum + overlapMs({ fromMs, toMs: toMs ?? nowMs }, period), 0)
    const counts = measureSaid(
      first.filter((finding) => !isToldInHours(finding)),
      note,
      printed,
    )
    const measures = [
      ...(ms > 0 ? [note.inHours(printed.number(Math.round((ms / HOUR_MS) * 10) / 10))] : []),
      ...(counts === null ? [] : [counts]),
      ...(amounts.length > 0
        ? [
            note.m3(
              printed.number(
                amounts.reduce((sum, m3) => sum + m3, 0),
                1,
              ),
            ),
          ]
        : []),
      ...(first.length === 0 ? [note.goesOn] : []),
    ]
    return note.finding(nameOf(rule, language), detail && details[detail], same.length, measures.join(', '))
  })
}

/** A record of a day that is missing beside the hours of that day leaves no hour without a number: it is counted as a record. */
const isToldInHours = (finding: FindingRow): boolean =>
  spanLasted(finding.rule) &&
  !isOfAmount(finding) &&
  !(finding.rule === 'missing_record' && finding.m3 === 0 && recordPeriod(finding.archiveType ?? '') !== 'hour')

type NoteWords = ReturnType<typeof wordsOf>['formConsumption']['note']

/** By how much, where the rule judged a period and its measure tells what of it is concerned; null: it is said in m³, or not at all. */
function measureSaid(findings: readonly FindingRow[], note: NoteWords, printed: Printed): string | null {
  const measures = findings.flatMap(({ measure }) => (measure === null ? [] : [Math.abs(measure)]))
  const [one, ...more] = measures
  if (one === undefined) return null
  const sum = measures.reduce((all, measure) => all + measure, 0)
  switch (findings[0]?.unit) {
    case 'minutes':
      return note.inMinutes(printed.number(Math.round(sum * 10) / 10))
    case 'records':
      return note.records(sum)
    // Seconds and hours of several findings do not add up: they are said of a single one only.
    case 'seconds':
      return more.length > 0 ? null : note.inSeconds(printed.number(Math.round(one)))
    case 'hour':
      return more.length > 0 ? null : `${String(one).padStart(2, '0')}:00`
    default:
      return null
  }
}

/** One time is told once: what a coarser archive lacks, too, is the same hours. */
const finest = (findings: readonly FindingRow[]): FindingRow[] =>
  findings.filter(
    (finding) =>
      !findings.some(
        (other) =>
          other.rule === finding.rule &&
          other.detail === finding.detail &&
          compareArchives(other.archiveType ?? '', finding.archiveType ?? '') < 0 &&
          other.fromMs < (finding.toMs ?? Infinity) &&
          (other.toMs ?? Infinity) > finding.fromMs,
      ),
  )

const nameOf = (rule: RuleCode, language: FormSource['language']): string => wordsOf(language).rules[rule].name

/** A finding of one moment is of the period whose end it is, as its record is. */
function isIn({ fromMs, toMs }: FindingRow, period: TimeSpan, nowMs: number): boolean {
  const endMs = toMs ?? nowMs
  return fromMs === endMs ? fromMs > period.fromMs && fromMs <= period.toMs : fromMs < period.toMs && endMs > period.fromMs
}

/** A finding that is measured in m³ is not told in hours. */
const isOfAmount = (finding: FindingRow | undefined): boolean => finding?.unit === 'm3'
/**
 * The gas that a finding concerns; of a counter that falls, how far it fell. The measure of others may be more than what concerns
 * their time: all that was used where a limit was exceeded, the worst of several days.
 */
const amountOf = (finding: FindingRow): number | null => {
  const measure = isOfAmount(finding) ? finding.measure : null
  return finding.rule === 'counter_decrease' ? (measure ?? finding.m3) : (finding.m3 ?? measure)
}
