import type { NoteRow } from '../../../electron/contract/notes.ts'
import type { TimeSpan } from '../../../electron/contract/time/gas-day.ts'

/** One mark beside a time axis, px from its left end; `width` 0 is a moment. */
export interface RailMark {
  left: number
  width: number
  /** In order of time. */
  notes: NoteRow[]
}

/** Moments that are nearer share a mark, px. */
const APART = 16
/** A span that would be shorter is drawn as a moment, px. */
const SHORTEST = 10

/**
 * The places of notes beside an axis of `width` px. Spans come first, so that moments lie over them. Notes of a station as a
 * whole have no place.
 * @param clamped notes outside the span stand at its ends
 */
export function railMarks(notes: readonly NoteRow[], span: TimeSpan, width: number, clamped: boolean): RailMark[] {
  const length = span.toMs - span.fromMs
  if (width <= 0 || length <= 0) return []
  const place = (ms: number) => Math.min(width, Math.max(0, ((ms - span.fromMs) / length) * width))
  const spans: RailMark[] = []
  const moments: RailMark[] = []
  for (const note of notes.toSorted((a, b) => (a.fromMs ?? 0) - (b.fromMs ?? 0))) {
    if (note.fromMs === null) continue
    const untilMs = note.toMs ?? note.fromMs
    const isOutside = untilMs < span.fromMs || note.fromMs > span.toMs
    if (isOutside && !clamped) continue
    const left = place(note.fromMs)
    const long = place(untilMs) - left
    const last = moments.at(-1)
    if (long >= SHORTEST) spans.push({ left, width: long, notes: [note] })
    else if (last && left - last.left < APART) last.notes.push(note)
    else moments.push({ left, width: 0, notes: [note] })
  }
  return [...spans, ...moments]
}
