import { rmSync, statSync, truncateSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { isAlive } from '../../book/file/alive.ts'
import { failureSchema, type Failure } from '../../contract/common.ts'
import type { ScheduledRun } from '../../contract/schedule.ts'
import type { RunEnd } from '../../contract/schedule-words.ts'
import { idOf } from './order.ts'
import { readOwn, schedulesFolder, writeOwn } from './own-json.ts'

/** How scheduled runs begin and end: the run itself writes it down, whatever the scheduler knows. */

const recordSchema = z.object({
  book: z.string(),
  pid: z.int(),
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

/**
 * Writes down that a run of a book's entry begins.
 * @returns what writes down its end; null where another run of the same entry is at work
 */
export function beginScheduledRun(dataFolder: string, book: string, nowMs: () => number): ((result: RunResult) => void) | null {
  const id = idHere(book)
  const file = fileOf(dataFolder, id)
  const before = readOwn(file, recordSchema)
  if (before && endOf(before) === 'running' && before.pid !== process.pid) return null
  // Who appends to it goes on at its new end.
  if ((statSync(logOf(dataFolder, id), { throwIfNoEntry: false })?.size ?? 0) > MOST_LOG_BYTES) truncateSync(logOf(dataFolder, id))
  const nothing = { exit: null, records: 0, added: 0, failedTasks: 0, failure: null }
  const began = { book: path.resolve(book), pid: process.pid, beganMs: nowMs(), endedMs: null, ...nothing, told: false }
  writeOwn(file, began)
  return (result) => writeOwn(file, { ...began, ...result, endedMs: nowMs() })
}

const EXIT_DONE = 0
const EXIT_INCOMPLETE = 1

function endOf({ endedMs, exit, failure, pid, beganMs }: RunRecord): RunEnd {
  if (endedMs !== null) {
    if (exit === EXIT_DONE) return 'done'
    return exit === EXIT_INCOMPLETE && failure === null ? 'incomplete' : 'failed'
  }
  // The number of a process of before the last start of the computer may be anybody's.
  const isSinceBoot = beganMs > Date.now() - os.uptime() * 1000
  return isSinceBoot && isAlive(pid) ? 'running' : 'broken-off'
}

const BROKEN_OFF: Failure = { code: 'RUN_BROKEN_OFF', data: {} }

/** The last run of an entry; null: there was none. */
export function lastRun(dataFolder: string, id: string): ScheduledRun | null {
  const record = readOwn(fileOf(dataFolder, id), recordSchema)
  return record && runOf(record)
}

function runOf(record: RunRecord): ScheduledRun {
  const { beganMs, endedMs, exit, records, added, failedTasks, failure } = record
  const end = endOf(record)
  return { beganMs, endedMs, end, exit, records, added, failedTasks, failure: end === 'broken-off' ? BROKEN_OFF : failure }
}

/** The last run of an entry, where it failed and nobody was told; from then on it is told. */
export function tellFailure(dataFolder: string, id: string): { book: string; run: ScheduledRun } | null {
  const file = fileOf(dataFolder, id)
  const record = readOwn(file, recordSchema)
  if (!record || record.told) return null
  const run = runOf(record)
  if (run.end !== 'failed' && run.end !== 'broken-off') return null
  writeOwn(file, { ...record, told: true })
  return { book: record.book, run }
}

export const forgetRuns = (dataFolder: string, id: string): void => {
  rmSync(fileOf(dataFolder, id), { force: true })
  rmSync(logOf(dataFolder, id), { force: true })
}
