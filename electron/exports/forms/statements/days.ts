import type { Book } from '../../../book/index.ts'
import type { CoverageState, Run } from '../../../book/coverage/coverage-runs.ts'
import type { DeviceTime } from '../../../contract/device-time.ts'
import type { EventArchive } from '../../../contract/records.ts'
import { gasDayOfNumber, type GasClock } from '../../../contract/time/gas-day.ts'
import { dayNumber, dayNumberAt } from '../../../contract/time/day.ts'
import type { PartSpan } from '../part.ts'

/** What the book knows of each gas day of an archive: coverage counts days of UTC, a gas day lies in two of them. */

export type DayState = CoverageState | 'never'

/** Worse states stand later: a gas day is as good as the worse of its two days. */
const WORSE: readonly DayState[] = ['empty', 'fetched', 'partial', 'not_transmitted', 'failed', 'never']

/**
 * The state of each gas day of a span that has begun by now. Of a day that is known the records themselves say whether it
 * has any: its two days of UTC may have them outside of it.
 * @returns as many states as such days; all `never` where the archive was never asked for
 */
export function dayStates(
  { coverage, events }: Pick<Book, 'coverage' | 'events'>,
  devices: readonly { equipmentId: number; time: DeviceTime | null }[],
  archiveType: EventArchive,
  span: PartSpan,
  { gas, nowMs }: { gas: GasClock; nowMs: number },
): DayState[] {
  const runs = runsOneAfterAnother(devices.map((device) => coverage.allRuns({ ...device, archiveType, view: 'general' })))
  const equipmentIds = devices.map(({ equipmentId }) => equipmentId)
  const states: DayState[] = []
  let at = 0
  const first = dayNumber(span.from)
  for (let day = first; day < first + span.days; day++) {
    const { fromMs, toMs } = gasDayOfNumber(day, gas)
    if (fromMs >= nowMs) break
    let worst = 0
    for (let utc = dayNumberAt(fromMs); utc <= dayNumberAt(toMs - 1); utc++) {
      while (at > 0 && (runs[at]?.from ?? Infinity) > utc) at--
      while (at < runs.length && (runs[at]?.to ?? Infinity) < utc) at++
      const run = runs[at]
      worst = Math.max(worst, WORSE.indexOf(run && run.from <= utc ? run.state : 'never'))
    }
    const state = WORSE[worst] as DayState
    const isFilled = isKnown(state) && events.count({ equipmentIds, archiveTypes: [archiveType], fromMs, toMs: toMs - 1 }) > 0
    states.push(isKnown(state) ? (isFilled ? 'fetched' : 'empty') : state)
  }
  return states
}

/** Of a day that two devices share, what is known of the worse of them. */
function runsOneAfterAnother(all: readonly (readonly Run[])[]): readonly Run[] {
  const [only, second] = all
  if (only && !second) return only
  const runs: Run[] = []
  for (const next of all.flat()) {
    const last = runs.at(-1)
    if (!last || next.from > last.to) runs.push(next)
    else if (WORSE.indexOf(next.state) > WORSE.indexOf(last.state)) {
      if (last.from < next.from) runs[runs.length - 1] = { ...last, to: next.from - 1 }
      else runs.pop()
      runs.push(next)
    } else if (next.to > last.to) runs.push({ ...next, from: last.to + 1 })
  }
  return runs
}

/** True where nothing more of the day is to come. */
export const isKnown = (state: DayState): boolean => state === 'fetched' || state === 'empty'
