import { codeOf, type SavedRun } from '../exports/reports/make-saved.ts'
import type { Makers } from '../exports/reports/run.ts'
import type { AtWorks } from './works.ts'

/** The files of a saved report, made one after another in the thread of its works. */
export function makersInThread(
  { dataFolder, version, usual, nowMs, key }: Pick<SavedRun, 'dataFolder' | 'version' | 'usual' | 'nowMs' | 'key'>,
  works: AtWorks,
): Makers {
  const options = { dataFolder, version, usual, nowMs, isNew: true }
  return {
    report: (request, place, at) => works.do('report', { request, place, options }, at),
    evidence: (request, file, at) => works.do('evidence', { request, file, options: { ...options, key } }, at),
    codeOf,
  }
}
