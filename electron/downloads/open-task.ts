import { lacking } from '../analysis/kernel/grids/lacking.ts'
import type { Failure } from '../contract/common.ts'
import type { Span } from '../contract/records.ts'
import type { Cursor, Target } from './target.ts'

/** A task at work, in memory. Its row in the book (target, state, cursors) is what outlives the program. */
export interface OpenTask {
  id: number
  position: number
  target: Exclude<Target, { kind: 'expand' }>
  /** Chunks that no lane works at, in the order in which they are to be fetched. */
  waiting: Cursor[]
  active: Set<ActiveChunk>
  failure: Failure | null
  /** The length in days that chunks were cut to after a refusal; null when no span was refused, or since the shorter one was accepted. */
  hopedDays: number | null
  /** The refusal blamed the request (4xx): the length that works is worth remembering for good. */
  isLimitSure: boolean
  /** How many pages the service counts in the list that is being read; null where it does not say. */
  totalPages: number | null
  /** Single days that were refused since the last accepted chunk. */
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
 * What a restarted program must know beside coverage: chunks that stand between two pages. Of a refresh every chunk is
 * listed, because coverage cannot tell what was read again already (it dates a run of days by its oldest one).
 */
export function cursorsLeft(task: OpenTask, isRefresh: boolean): Cursor[] {
  const active = [...task.active].flatMap(({ cursor }) => (cursor ? [cursor] : []))
  return [...active, ...task.waiting].filter((cursor) => isRefresh || cursor.page > 1)
}

/** A chunk that is not finished waits again, at its next page. */
export function giveBack(task: OpenTask, chunk: ActiveChunk): void {
  if (task.active.delete(chunk) && chunk.cursor) task.waiting.unshift(chunk.cursor)
}

/** The parts of a span that no chunk under way covers, newest first. */
export function without(span: Span, underWay: readonly Cursor[]): Span[] {
  const runs = underWay
    .flatMap(({ span: taken }) => (taken ? [taken] : []))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map((taken) => ({ ...taken, state: 'fetched' as const, fetchedAtMs: 0 }))
  return lacking(runs, span, { nowMs: 0 }).reverse()
}
