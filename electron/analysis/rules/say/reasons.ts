import { counterOf, volumeOf, whyNoVolume } from '../../kernel/channels/channel.ts'
import type { ArchiveData, StationData } from '../../kernel/data.ts'
import { facts } from '../../station/facts/facts.ts'
import type { Found, Subject, Verdict } from './rule.ts'
import { cannotJudge, subjectOf } from './verdict.ts'

/** Why nothing can be judged: each reason is told in one place, so that all rules say the same of one archive. */

/** An archive that has no hours to put on a grid: there is none, it is empty, or its records lie anywhere. */
export const withoutHours = (hourly: ArchiveData | null): Verdict =>
  hourly ? cannotJudge(hourly.timesMs.length === 0 ? 'too_few' : 'unknown_rhythm', subjectOf(hourly)) : cannotJudge('no_hourly')

/** Why no volume is known, as a verdict on one archive. */
export function withoutVolume(archive: ArchiveData | null): Verdict {
  if (!archive) return cannotJudge('no_volume')
  const why = whyNoVolume([archive])
  return cannotJudge(why, subjectOf(archive, why === 'unknown_unit' ? (volumeOf(archive) ?? counterOf(archive)) : null))
}

/** A station of which neither its hours nor, where it archives days alone, its days tell what passed. */
export function withoutAmounts(data: StationData): Verdict {
  const own = facts(data)
  const hourly = own.archive('hourly')
  const archive = hourly ?? own.archive('daily')
  return archive && (!hourly || own.hourGrid(hourly)) ? withoutVolume(archive) : withoutHours(hourly)
}

/** A rule's verdict on a subject: that it judged it only where it compared something of it. */
export const judgedIf = (isCompared: boolean, found: readonly Found[], subject: Subject): Verdict =>
  isCompared || found.length > 0 ? { found, evaluated: [subject], notEvaluated: [] } : cannotJudge('nothing_to_compare', subject)

/** Whether some records have a number, of so many rows one after another. */
export function hasNumbers(values: Float64Array, inARow = 1): boolean {
  let row = 0
  for (const value of values) {
    row = Number.isNaN(value) ? 0 : row + 1
    if (row >= inARow) return true
  }
  return false
}
