import { recordPeriod } from '../../contract/archives.ts'
import { SESSIONS_ARCHIVE } from '../../contract/records.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import type { KeptTwice } from '../kernel/data.ts'
import type { Found, Rule } from './say/rule.ts'
import { evidenceOf } from './say/verdict.ts'

/**
 * Definition: Another book that was merged into this one, or a file by cable, had a record of the same time, or the same session, with other content. The own one stays where it is, the other one is kept beside it, and nobody has said which is right. A file that prints fewer digits says the same where the difference is one of rounding.
 * Needs: A book that another one was merged into, or that a file by cable was read into.
 * Source: WELMEC 7.2, extension L: what is stored twice and differs has to be seen.
 */
export const rule: Rule<'kept_twice'> = {
  code: 'kept_twice',
  reach: 'all',
  recentDays: 0,
  judge({ keptTwice = [] }) {
    const archives = Map.groupBy(keptTwice, ({ archiveType, view }) => `${archiveType}/${view}`)
    const found = [...archives.values()].flatMap((kept) => runsOf(kept).map(foundIn))
    const types = [...new Set(keptTwice.map(({ archiveType }) => archiveType))]
    const subject = (archiveType: string | null) => ({ archiveType, channelVarname: null })
    return { found, evaluated: types.length > 0 ? types.map(subject) : [subject(null)], notEvaluated: [] }
  },
}

/** How much time a record covers; sessions are moments. */
const periodOf = (archiveType: string): number => {
  const period = archiveType === SESSIONS_ARCHIVE ? null : recordPeriod(archiveType)
  return period === 'hour' ? HOUR_MS : period === 'day' ? DAY_MS : 0
}

/** Records one after another are one finding: between them lies no record that both books agree on. */
function runsOf(kept: readonly KeptTwice[]): KeptTwice[][] {
  const runs: KeptTwice[][] = []
  for (const one of kept.toSorted((a, b) => a.atMs - b.atMs)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && one.atMs - last.atMs <= periodOf(one.archiveType)) run.push(one)
    else runs.push([one])
  }
  return runs
}

function foundIn(run: readonly KeptTwice[]): Found {
  const [first, last] = [run[0], run.at(-1)] as [KeptTwice, KeptTwice]
  const times = [...new Set(run.map(({ atMs }) => atMs))]
  const isSession = first.archiveType === SESSIONS_ARCHIVE
  return {
    flag: 3,
    archiveType: first.archiveType,
    channelVarname: null,
    fromMs: first.atMs - periodOf(first.archiveType),
    toMs: last.atMs,
    measure: times.length,
    threshold: 0,
    unit: 'records',
    m3: null,
    detail: null,
    evidence: evidenceOf(isSession ? { sessions: times } : { records: times }),
  }
}
