import { beforeOf } from '../../../analysis/judge/station.ts'
import type { StationRow } from '../../../book/index.ts'
import { rulesBeside } from '../../../contract/finding-parts.ts'
import { RULE_CODES, type RuleCode } from '../../../contract/rules.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { wordsOf } from '../../../words/program.ts'
import type { FormSource } from '../content.ts'
import { inForm } from '../printed.ts'

/**
 * What the rules found at a station in a span, as sentences: 'none' only of rules that judged it, and by name those that
 * could not.
 * @param span null: all that was found
 */
export function findingsSaid(source: FormSource, station: StationRow, span: TimeSpan | null): string[] {
  const { book, language } = source
  const { findings: words } = wordsOf(language).formData
  const run = book.findings.run(station.id)
  const runs = run && beforeOf(run)?.runs
  if (!run || !runs) return [words.neverJudged]
  // What is soon overwritten is told of now: of a time that is over it says nothing.
  const codes = RULE_CODES.filter((rule) => rule !== 'archive_at_risk' || span === null || span.toMs > source.nowMs)
  const nameOf = (rule: RuleCode) => wordsOf(language).rules[rule].name
  const touching = book.findings
    .ofStation(station.id)
    .filter(({ rule, fromMs, toMs }) => codes.includes(rule) && (!span || (fromMs < span.toMs && (toMs ?? Infinity) >= span.fromMs)))
  const valid = touching.filter(({ state }) => state !== 'wrong')
  const counts = codes.flatMap((rule) => {
    const count = valid.filter((finding) => finding.rule === rule || rulesBeside(finding).includes(rule)).length
    return count > 0 ? `${nameOf(rule)} — ${count}` : []
  })
  const judged = codes.filter((rule) => (runs[rule]?.evaluated.length ?? 0) > 0)
  const unjudged = codes.filter((rule) => !judged.includes(rule))
  const isStale = book.stations
    .life(station.id)
    .some(({ equipmentId, telemetryId }) => book.findings.changedOf(equipmentId, telemetryId).length > 0)
  const wrong = touching.length - valid.length
  return [
    counts.length > 0
      ? words.found(counts.join(', '), judged.length, span !== null)
      : judged.length > 0
        ? words.none(judged.length, span !== null)
        : words.noneJudged,
    ...(unjudged.length > 0 && judged.length > 0 ? [words.notEvaluated(unjudged.map(nameOf).join(', '))] : []),
    ...(wrong > 0 ? [words.wrong(wrong)] : []),
    ...(isStale ? [words.stale(inForm(source).time(run.judgedAtMs))] : []),
  ]
}
