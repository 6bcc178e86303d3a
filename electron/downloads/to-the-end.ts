import type { Progress } from '../contract/downloads.ts'
import type { Downloads } from './downloads.ts'
import type { RunPlan } from './run-plan.ts'

/** States of a run that works, or will by itself. */
const UNDER_WAY: readonly Progress['state'][] = ['running', 'pausing', 'waiting-for-network']

/**
 * For who wants just this plan and then ends. The same one under way is joined; one that stands still, or that an earlier start of
 * the program has left a moment ago, is carried on with, and what failed in it gets its second try; else a new one is begun.
 * @throws MeterbookError DOWNLOAD_RUNNING where another one of the user's is under way, and what `start` throws
 */
export function beginOrJoin(downloads: Downloads, plan: RunPlan): { began: 'begun' | 'joined'; end: Promise<Progress> } {
  const { queue } = downloads
  const { state, runId } = downloads.progress()
  const unfinished = queue.unfinished()
  const isSame = unfinished !== null && queue.samePlan(unfinished.plan, plan)
  const isHeld = isSame && unfinished.id === runId
  if (isHeld && UNDER_WAY.includes(state)) return { began: 'joined', end: downloads.settled() }
  if (isSame && downloads.isOld(unfinished)) downloads.start(plan)
  else if (isHeld) downloads.resume()
  else if (!downloads.takeUp(plan) || !isSame) downloads.start(plan)
  return { began: 'begun', end: isSame ? withSecondTry(downloads) : downloads.settled() }
}

async function withSecondTry(downloads: Downloads): Promise<Progress> {
  const end = await downloads.settled()
  if (end.state !== 'done' || end.tasks.failed === 0) return end
  downloads.retry()
  return downloads.settled()
}
