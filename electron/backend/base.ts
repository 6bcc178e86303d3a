import { inspect } from 'node:util'
import { implement, ORPCError, os } from '@orpc/server'
import { asBookError } from '../book/file/errors.ts'
import { contract } from '../contract/index.ts'
import { visibleLines } from '../contract/visible.ts'
import { failureOf, isKnownFailure } from '../downloads/failures.ts'
import type { Asking } from './asking.ts'
import type { Backups } from './backups.ts'
import type { Desk } from './desk.ts'
import type { KeepFresh } from './fresh/keep-fresh.ts'
import type { Host } from './host.ts'
import type { ProgramFile } from './program-file.ts'
import type { Lake } from './lake.ts'
import type { Mishaps } from './logged/mishaps.ts'
import type { ProgramLog } from './program-log.ts'
import type { Proxy } from './proxy.ts'
import type { Schedules } from './schedule/schedules.ts'
import { withShortTexts } from './short-answers.ts'
import type { Updates } from './updates/updates.ts'
import type { Vault } from './vault.ts'
import type { Works } from './works.ts'

/** The parts that routes work with. */
export interface Parts {
  desk: Desk
  host: Host
  file: ProgramFile
  proxy: Proxy
  works: Works
  questions: Asking
  vault: Vault
  lake: Lake
  updates: Updates
  schedules: Schedules
  backups: Backups
  keepFresh: KeepFresh
  programLog: ProgramLog
  mishaps: Mishaps
}

/**
 * The one rule for every procedure: a known failure becomes the contract's FAILED; what is not known is logged with its
 * cause and becomes FAILED with UNKNOWN, so that no view ever waits for nothing.
 */
export const withFailures = os.middleware(async ({ next, path }) => {
  try {
    return await next()
  } catch (error) {
    throw asFailed(error, path.join('.'))
  }
})

/** What a procedure failed with, as the contract has it; also for a stream, which fails after its procedure has answered. */
export function asFailed(error: unknown, where: string): Error {
  if (error instanceof ORPCError) return error
  if (!isKnownFailure(asBookError(error))) console.error(visibleLines(`meterbook: ${where} failed: ${inspect(error)}`))
  return new ORPCError('FAILED', { status: 422, message: 'failed', data: failureOf(error), cause: error })
}

/** The windows' contract, to be implemented. */
export const api = implement(contract).use(withFailures).use(withShortTexts)
