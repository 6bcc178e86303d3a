import { lacking } from '../analysis/lacking.ts'
import type { Failure } from '../contract/common.ts'
import type { Span } from '../contract/records.ts'
import type { Cursor, Target } from './target.ts'

/** A task of the queue at work, in memory. What of it outlives the program is in its row: target, state, cursors. */
export interface OpenTask {
  id: number
  position: number
  target: Exclude<Target, { kind: 'expand' }>
  /** Chunks that nobody works at, in the order in which they are to be fetched. */
  waiting: Cursor[]
  active: Set<ActiveChunk>
  failure: Failure | null
  /** Length in days that chunks were cut to after a refusal; null when nothing was refused, or it has worked. */
  hopedDays: number | null
  /** The refusal named the request (4xx): then the length that works is worth remembering for good. */
  isLimitSure: boolean
  /** How many pages the service counts in the list that is being read; null where it does not say. */
  totalPages: number | null
  /** Single days that were refused since anything was taken. */
  refusedDays: number
}

/** A chunk at work: `cursor` moves with each committed page and is null at the end. */
export interface ActiveChunk {
  cursor: Cursor | null
}

export function openTask(row: Pick<OpenTask, 'id' | 'position' | 'target' | 'waiting'>): OpenTask {
  return {
    ...row,
    active: new Set(),
    failure: null,
    hopedDays: null,
    isLimitSure: false,
    totalPages: null,
    refusedDays: 0,
  }
}

export const isWorkedAt = (task: OpenTask): boolean => task.waiting.length > 0 || task.active.size > 0

/**
 * What a restarted program must know beside coverage: chunks that stand between two pages. Coverage cannot tell what a
 * refresh has read again already (runs of days are dated by their oldest), so of a refresh every chunk is listed.
 */
export function cursorsLeft(task: OpenTask, isRefresh: boolean): Cursor[] {
  const active = [...task.active].flatMap(({ cursor }) => (cursor ? [cursor] : []))
  return [...active, ...task.waiting].filter((cursor) => isRefresh || cursor.page > 1)
}

/** A chunk that did not come to its end waits again, at its next page. */
export function giveBack(task: OpenTask, chunk: ActiveChunk): void {
  if (task.active.delete(chunk) && chunk.cursor) task.waiting.unshift(chunk.cursor)
}

/** The parts of a span that none of the chunks under way holds, newest first. */
export function without(span: Span, underWay: readonly Cursor[]): Span[] {
  const runs = underWay
    .flatMap(({ span: taken }) => (taken ? [taken] : []))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map((taken) => ({ ...taken, state: 'fetched' as const, fetchedAtMs: 0 }))
  return lacking(runs, span, { nowMs: 0 }).reverse()
}
