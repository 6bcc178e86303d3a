import type { FindingRow } from '../../electron/contract/findings.ts'
import type { EventRow } from '../../electron/contract/events.ts'
import type { EventArchive } from '../../electron/contract/records.ts'
import type { ValveSpan } from '../../electron/contract/valve.ts'

/** The thing that a mark stands for; whoever draws marks of another kind adds it here. */
type MarkSubject =
  | { kind: 'event'; event: EventRow }
  /** Events that are only counted: which ones is asked for when the pointer is on the bar. */
  | { kind: 'count'; archiveTypes: readonly EventArchive[] }
  | { kind: 'finding'; finding: FindingRow }
  /** The valve was shut. */
  | { kind: 'valve'; span: ValveSpan }

/** A mark in a lane above the panes. */
export interface LaneMark {
  /** `moment`: a symbol; `span`: a bar from its beginning to its end; `count`: a bar as high as its count. */
  shape: 'moment' | 'span' | 'count'
  fromMs: number
  /** Equal to `fromMs` for one moment. */
  untilMs: number
  /** How many things it stands for. */
  count: number
  about: MarkSubject
  /** In place of the lane's own. */
  color?: string
}

/** A row of marks with its name at the left. The order of lanes never changes with what they hold. */
export interface Lane {
  key: string
  /** Short, beside the lane. */
  title: string
  /** In full. */
  name: string
  color: string
  /** ECharts' name of the shape of a moment. */
  symbol: string
  marks: readonly LaneMark[]
}

/** The distance from a moment to a mark, ms; a bar is near over its whole length. */
const distanceTo = ({ shape, fromMs, untilMs }: LaneMark, ms: number): number => {
  if (shape === 'moment') return Math.abs(fromMs - ms)
  return Math.max(0, fromMs - ms, ms - untilMs)
}
export const middleOf = ({ shape, fromMs, untilMs }: LaneMark): number => (shape === 'moment' ? fromMs : (fromMs + untilMs) / 2)

/** One mark for each event. Events that are nearer than `apartMs` share the mark of the first. */
export function marksOf(events: readonly EventRow[], apartMs: number): LaneMark[] {
  const marks: LaneMark[] = []
  for (const event of events.toSorted((a, b) => a.atMs - b.atMs)) {
    const last = marks.at(-1)
    if (last && event.atMs - last.fromMs < apartMs) {
      marks[marks.length - 1] = { ...last, count: last.count + 1, untilMs: event.atMs }
    } else {
      marks.push({
        shape: 'moment',
        fromMs: event.atMs,
        untilMs: event.atMs,
        count: 1,
        about: { kind: 'event', event },
      })
    }
  }
  return marks
}

/** One mark for each bucket of time that has events of an archive. */
export function marksOfCounts(archiveType: EventArchive, fromMs: number, bucketMs: number, counts: readonly number[]): LaneMark[] {
  const about: MarkSubject = { kind: 'count', archiveTypes: [archiveType] }
  return counts.flatMap((count, index): LaneMark[] => {
    const begins = fromMs + index * bucketMs
    return count === 0 ? [] : [{ shape: 'count', fromMs: begins, untilMs: begins + bucketMs, count, about }]
  })
}

/** A bar for each time in which the valve was shut, as far as is known. */
export const marksOfValve = (spans: readonly ValveSpan[]): LaneMark[] =>
  spans
    .filter(({ state }) => state === 'shut')
    .map((span) => ({ shape: 'span', fromMs: span.fromMs, untilMs: span.knownToMs, count: 1, about: { kind: 'valve', span } }))

/** The lanes folded into one row: counts of the same time are added up in a lane of their own, other marks lie over it. */
export function foldedLanes(lanes: readonly Lane[], color: string): Lane[] {
  const sums = new Map<number, LaneMark>()
  for (const mark of lanes.flatMap(({ marks }) => marks)) {
    if (mark.about.kind !== 'count') continue
    const before = sums.get(mark.fromMs)
    const archiveTypes = [...(before?.about.kind === 'count' ? before.about.archiveTypes : []), ...mark.about.archiveTypes]
    sums.set(mark.fromMs, { ...mark, count: (before?.count ?? 0) + mark.count, about: { kind: 'count', archiveTypes } })
  }
  const rest = lanes.map((lane) => ({ ...lane, marks: lane.marks.filter(({ shape }) => shape !== 'count') }))
  return [{ key: '', title: '', name: '', color, symbol: 'rect', marks: [...sums.values()] }, ...rest]
}

/** The mark nearest to a moment; null when none is within `reachMs`. */
export function markNear(marks: readonly LaneMark[], ms: number, reachMs: number): LaneMark | null {
  let best: LaneMark | null = null
  let distance = reachMs
  for (const mark of marks) {
    const away = distanceTo(mark, ms)
    if (away <= distance) {
      best = mark
      distance = away
    }
  }
  return best
}

/** Most things in one counted bar of all lanes; at least 1. */
export function highestCount(lanes: readonly Lane[]): number {
  let highest = 1
  for (const { marks } of lanes) {
    for (const { shape, count } of marks) if (shape === 'count' && count > highest) highest = count
  }
  return highest
}
