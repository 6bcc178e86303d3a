import { dayNumberAt, lastDayOver } from '../../contract/time/day.ts'

/** Days `from`..`to` (since 1970-01-01) in one state of coverage. */
interface StateRun {
  from: number
  to: number
  state: string
  knownSessionMs: number | null
}

/**
 * The days (their numbers) whose records an archive should have: from the first day that was asked for to the last one,
 * but no day before the archive's own beginning (the service has nothing of it), none that is not over, and none that a
 * device which reports once a day has not had the time to transmit. Days with records that nobody asked for count too.
 * Null where there are none.
 * @param runs in order
 */
export function expectedDays(
  runs: readonly StateRun[],
  { firstMs, lastMs }: { firstMs: number | null; lastMs: number | null },
  nowMs: number,
): { first: number; last: number } | null {
  const over = lastDayOver(nowMs)
  const waits = runs.some(
    ({ from, to, state, knownSessionMs }) =>
      from <= over && to >= over && knownSessionMs !== null && (state === 'partial' || state === 'not_transmitted'),
  )
  const begun = runs.find(({ state }) => state !== 'empty')
  // A clock gone wrong may name any moment; no archive is older than 1970.
  const first = Math.max(0, Math.min(begun?.from ?? Infinity, firstMs === null ? Infinity : dayNumberAt(firstMs)))
  const asked = Math.max(runs.at(-1)?.to ?? -Infinity, lastMs === null ? -Infinity : dayNumberAt(lastMs))
  const last = Math.min(asked, waits ? over - 1 : over)
  return first <= last ? { first, last } : null
}
