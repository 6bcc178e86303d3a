import type { Subject, Verdict } from '../rules/say/rule.ts'
import type { RuleRun } from './plan.ts'

const keyOf = ({ archiveType, channelVarname }: Subject) => `${archiveType ?? ''}\n${channelVarname ?? ''}`

/** Whether one subject is a part of another: an archive of a station, a channel of an archive. */
const isPartOf = (one: Subject, other: Subject): boolean =>
  keyOf(one) !== keyOf(other) &&
  (other.archiveType === null || other.archiveType === one.archiveType) &&
  (other.channelVarname === null || other.channelVarname === one.channelVarname)

/**
 * What a part of the time tells of the subjects, together with what was known of them: once judged, they stay so. A part
 * without a record of an archive says 'no such archive' of the station; where anything is known of the archive, this is
 * no news of the station.
 */
export function mergedSubjects(
  before: Pick<RuleRun, 'evaluated' | 'notEvaluated'>,
  part: Verdict,
): Pick<RuleRun, 'evaluated' | 'notEvaluated'> {
  const evaluated = new Map([...before.evaluated, ...part.evaluated].map((subject) => [keyOf(subject), subject]))
  const notEvaluated = new Map([...before.notEvaluated, ...part.notEvaluated].map((subject) => [keyOf(subject), subject]))
  const known = [...evaluated.values(), ...notEvaluated.values()]
  return {
    evaluated: [...evaluated.values()],
    notEvaluated: [...notEvaluated].flatMap(([key, subject]) =>
      evaluated.has(key) || known.some((one) => isPartOf(one, subject)) ? [] : [subject],
    ),
  }
}

/**
 * Whether all reasons why something cannot be judged were known before. A new one comes from a part of the time, which may
 * only lack what the whole has: 'no hours' of a day without any, where the station has hours and lacks days.
 */
export const knowsReasons = (before: Pick<RuleRun, 'notEvaluated'>, { notEvaluated }: Pick<RuleRun, 'notEvaluated'>): boolean =>
  notEvaluated.every((one) => before.notEvaluated.some((known) => keyOf(known) === keyOf(one) && known.why === one.why))
