import type { Nudge } from '../analyst/judging.ts'
import type { Target } from '../downloads/target.ts'
import type { Change } from '../contract/program.ts'

/** Many changes of a topic that nobody has read yet become one: the same station's, or 'all' when several stations'. */
export function mergeChanges(waiting: Change[], next: Change): Change[] {
  const at = waiting.findIndex(({ topic }) => topic === next.topic)
  const same = waiting[at]
  if (!same) return [...waiting, next]
  if (same.stationId === next.stationId) return waiting
  return waiting.with(at, { topic: next.topic, stationId: null })
}

/** What the analyst is told of a page that was committed. */
export const nudgeOf = (target: Target): Nudge => ({
  ground: topicsOf(target).includes('reference'),
  stationIds: 'stationId' in target ? [target.stationId] : [],
})

/** The things that views reload after a page of a target was committed. */
export function topicsOf(target: Target): Change['topic'][] {
  switch (target.kind) {
    case 'readings':
      return ['readings', 'coverage']
    case 'events':
      return ['events', 'coverage']
    case 'sessions':
      return ['sessions', 'coverage']
    case 'settings':
      return ['settings']
    case 'stations':
    case 'customers':
    case 'energies':
    case 'characteristics':
    case 'last_session':
      return ['stations']
    default:
      return ['reference']
  }
}
