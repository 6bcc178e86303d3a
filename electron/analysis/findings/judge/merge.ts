import type { Subject, Verdict } from '../rule.ts'
import type { RuleRun } from './plan.ts'

const keyOf = ({ archiveType, channelVarname }: Subject) => `${archiveType ?? ''}\n${channelVarname ?? ''}`

/** What a part of the time tells of the subjects, together with what was known of them: once judged, they stay so. */
export function mergedSubjects(
  before: Pick<RuleRun, 'evaluated' | 'notEvaluated'>,
  part: Verdict,
): Pick<RuleRun, 'evaluated' | 'notEvaluated'> {
  const evaluated = new Map([...before.evaluated, ...part.evaluated].map((subject) => [keyOf(subject), subject]))
  const notEvaluated = new Map(
    [...before.notEvaluated, ...part.notEvaluated].map((subject) => [keyOf(subject), subject]),
  )
  return {
    evaluated: [...evaluated.values()],
    notEvaluated: [...notEvaluated].flatMap(([key, subject]) => (evaluated.has(key) ? [] : [subject])),
  }
}
