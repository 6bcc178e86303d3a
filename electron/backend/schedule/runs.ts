import { rmSync, statSync, truncateSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { BookError } from '../../book/file/errors.ts'
import { dropLock, isLocked, takeLock, type Lock } from '../../book/file/lock.ts'
import { makeOwnFolder } from '../../book/file/private.ts'
import { failureSchema, type Failure } from '../../contract/common.ts'
import type { ScheduledRun } from '../../contract/schedule.ts'
import type { RunEnd } from '../../contract/schedule-words.ts'
import { idOf } from './order.ts'
import { readOwn, schedulesFolder, writeOwn } from './own-json.ts'

/**
 * How scheduled runs begin and end: the run itself writes it down, whatever the scheduler knows. While it is at work it holds a lock
 * beside its record, which the system releases however its process ends: the number of a process that was killed may be anybody's.
 */

const recordSchema = z.object({
  book: z.string(),
  beganMs: z.number(),
  endedMs: z.number().nullable(),
  exit: z.int().nullable(),
  records: z.int(),
  added: z.int(),
  failedTasks: z.int(),
  failure: failureSchema.nullable(),
  /** A window has told of its failure. */
  told: z.boolean(),
})
type RunRecord = z.infer<typeof recordSchema>

/** What a run brought. */
export type RunResult = Pick<RunRecord, 'exit' | 'records' | 'added' | 'failedTasks' | 'failure'>

const fileOf = (dataFolder: string, id: string) => path.join(schedulesFolder(dataFolder), `${id}.run.json`)

/**
 * Output of all runs of an entry, where the system keeps none: what `sync` prints, with the book's path and the account. It
 * lies apart from the program's own log, which holds nothing of the kind and may be sent to somebody.
 */
export const logOf = (dataFolder: string, id: string): string => path.join(schedulesFolder(dataFolder), `${id}.log`)
const MOST_LOG_BYTES = 1024 * 1024

/** The id of a book's entry for the user of this process. */
export const idHere = (book: string): string => idOf(path.resolve(book), os.userInfo().username)

/** A window that looks whether a run is at work holds its lock for an instant: it is asked for again so often, so far apart, ms. */
const TRIES = 5
const APART_MS = 50

/** The right to be the one run of an entry; null: another has it. */
async function lockOf(file: string, nowMs: () => number): Promise<Lock | null> {
  makeOwnFolder(path.dirname(file))
  for (let tries = TRIES; tries > 0; tries--) {
    try {
      return takeLock(file, { owner: 'meterbook sync --scheduled', pid: process.pid, sinceMs: nowMs() })
    } catch (error) {
      if (!(error instanceof BookError && error.code === 'BOOK_IN_USE')) throw error
    }
    await wait(APART_MS)
  }
  return null
}

/**
 * Writes down that a run of a book's entry begins.
 * @returns what writes down its end; null where another run of the same entry is at work
 */
export async function beginScheduledRun(
  dataFolder: string,
  book: string,
  nowMs: () => number,
): Promise<((result: RunResult) => void) | null> {
  const id = idHere(book)
  const file = fileOf(dataFolder, id)
  const lock = await lockOf(file, nowMs)
  if (!lock) return null
  // Who appends to it goes on at its new end.
  if ((statSync(logOf(dataFolder, id), { throwIfNoEntry: false })?.size ?? 0) > MOST_LOG_BYTES) truncateSync(logOf(dataFolder, id))
  const nothing = { exit: null, records: 0, added: 0, failedTasks: 0, failure: null }
  const began = { book: path.resolve(book), beganMs: nowMs(), endedMs: null, ...nothing, told: false }
  writeOwn(file, began)
  return (result) => {
    writeOwn(file, { ...began, ...result, endedMs: nowMs() })
    lock.release()
  }
}

const EXIT_DONE = 0
const EXIT_INCOMPLETE = 1

/** What is written of the last run, and whether it is at work. */
function lastIn(file: string): { record: RunRecord; isAtWork: boolean } | null {
  const record = readOwn(file, recordSchema)
  if (!record || record.endedMs !== null) return record && { record, isAtWork: false }
  if (isLocked(file)) return { record, isAtWork: true }
  // A run writes its end before it gives its lock back. What stands as begun now, and had no lock, was broken off.
  const after = readOwn(file, recordSchema)
  return after?.beganMs === record.beganMs ? { record: after, isAtWork: false } : lastIn(file)
}

function endOf({ endedMs, exit, failure }: RunRecord, isAtWork: boolean): RunEnd {
  if (endedMs === null) return isAtWork ? 'running' : 'broken-off'
  if (exit === EXIT_DONE) return 'done'
  return exit === EXIT_INCOMPLETE && failure === null ? 'incomplete' : 'failed'
}

const BROKEN_OFF: Failure = { code: 'RUN_BROKEN_OFF', data: {} }

/** The last run of an entry; null: there was none. */
export function lastRun(dataFolder: string, id: string): ScheduledRun | null {
  const last = lastIn(fileOf(dataFolder, id))
  return last && runOf(last)
}

function runOf({ record, isAtWork }: NonNullable<ReturnType<typeof lastIn>>): ScheduledRun {
  const { beganMs, endedMs, exit, records, added, failedTasks, failure } = record
  const end = endOf(record, isAtWork)
  return { beganMs, endedMs, end, exit, records, added, failedTasks, failure: end === 'broken-off' ? BROKEN_OFF : failure }
}

/** The last run of an entry, where it failed and nobody was told; from then on it is told. */
export function tellFailure(dataFolder: string, id: string): { book: string; run: ScheduledRun } | null {
  const file = fileOf(dataFolder, id)
  const last = lastIn(file)
  if (!last || last.record.told) return null
  const run = runOf(last)
  if (run.end !== 'failed' && run.end !== 'broken-off') return null
  writeOwn(file, { ...last.record, told: true })
  return { book: last.record.book, run }
}

export const forgetRuns = (dataFolder: string, id: string): void => {
  const file = fileOf(dataFolder, id)
  rmSync(file, { force: true })
  dropLock(file)
  rmSync(logOf(dataFolder, id), { force: true })
}
