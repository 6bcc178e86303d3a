import type { SituationPart } from '../../../contract/event-log.ts'

/** Pairs the events that begin a situation with those that end it. */

/** What an event is for its situation. */
export const PART = {
  /** It begins and ends nothing. */
  none: 0,
  /** It begins a situation that has not ended in the log. */
  open: 1,
  /** It begins a situation that has ended. */
  begin: 2,
  /** It ends one. */
  end: 3,
  /** The situation has begun already and goes on, or it has ended already. */
  again: 4,
  /** It ends a situation whose beginning the log does not have. */
  endOnly: 5,
} as const

export interface Marked {
  length: number
  /** Unix ms, ascending. */
  atMs: Float64Array
  /** n: begins situation n; -n: ends it; 0: neither. A situation belongs to one device, and n is 1 or more. */
  marks: Int32Array
  /** The highest n. */
  situations: number
}

export interface Pairs {
  /** One of PART for each event. */
  part: Uint8Array
  /** The other event of the pair; of a repeated beginning the first one; -1 where there is none. */
  partner: Int32Array
}

/**
 * A situation lasts from its first beginning to the next end: devices tell again of what still lasts, and of what is over.
 * Of a beginning and an end in the same millisecond the beginning counts first, unless the situation lasts already.
 */
export function pairing({ length, atMs, marks, situations }: Marked): Pairs {
  const part = new Uint8Array(length)
  const partner = new Int32Array(length).fill(-1)
  /** By situation: the event that began it, -1 while it does not last. */
  const begunAt = new Int32Array(situations + 1).fill(-1)
  const hasEnded = new Uint8Array(situations + 1)

  function begin(at: number, situation: number): void {
    const first = begunAt[situation] ?? -1
    hasEnded[situation] = 0
    if (first < 0) {
      begunAt[situation] = at
      part[at] = PART.open
    } else {
      part[at] = PART.again
      partner[at] = first
    }
  }

  function end(at: number, situation: number): void {
    const first = begunAt[situation] ?? -1
    if (first < 0) part[at] = hasEnded[situation] ? PART.again : PART.endOnly
    else {
      part[at] = PART.end
      part[first] = PART.begin
      partner[at] = first
      partner[first] = at
      begunAt[situation] = -1
    }
    hasEnded[situation] = 1
  }

  let early: number[] = []
  for (let at = 0; at < length; at++) {
    const mark = marks[at] ?? 0
    if (mark > 0) begin(at, mark)
    else if (mark < 0 && (begunAt[-mark] ?? -1) < 0 && atMs[at] === atMs[at + 1]) early.push(at)
    else if (mark < 0) end(at, -mark)
    if (early.length > 0 && atMs[at] !== atMs[at + 1]) {
      for (const one of early) end(one, -(marks[one] ?? 0))
      early = []
    }
  }
  return { part, partner }
}

/** One of PART as the contract names it; none of `PART.none`. */
export const PART_NAMES: Readonly<Record<number, SituationPart>> = {
  [PART.open]: 'open',
  [PART.begin]: 'begin',
  [PART.end]: 'end',
  [PART.again]: 'again',
  [PART.endOnly]: 'endOnly',
}
