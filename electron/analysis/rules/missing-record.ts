import { firstWhere } from '../../contract/bisect.ts'
import { recordPeriod } from '../../contract/archives.ts'
import { gasDayAt, gasDaySpan, type TimeSpan } from '../../contract/time/gas-day.ts'
import { holesNear } from '../../book/completeness/due-records.ts'
import { riseOf } from '../kernel/amounts/fills.ts'
import { counterOf } from '../kernel/channels/channel.ts'
import type { ArchiveData, DueData, StationData } from '../kernel/data.ts'
import { ESTIMATE_DAYS } from '../station/usual/estimate.ts'
import { facts } from '../station/facts/facts.ts'
import { holeSpan } from '../station/facts/open-hole.ts'
import { dependsOn } from '../kernel/part.ts'
import { baseValue } from '../kernel/grids/periods.ts'
import type { Found, Rule, Verdict } from './say/rule.ts'
import { USUAL_FOR_DAYS } from '../station/usual/usual.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { evidenceOf, cannotJudge, subjectOf, together, touches } from './say/verdict.ts'

/**
 * Definition: A record that is due by now is not in the book; records missing in a row are one finding, whatever the cause of each. A gas day has 24 hours, and 23 or 25 where the clocks change. Nothing is due before the archive's first record but what was asked for and not answered, after the last day that is over or the last moment that was asked for, or of an archive whose rhythm is not known. What the device has not transmitted yet is not missing, unless it goes on from records that are: then it is one hole with them. Silence and an archive at risk are findings of their own. Days between that nobody asked for are missing.
 * Needs: An hourly, daily or monthly archive, and which of its days were asked for.
 * Source: API MPMS 21.1.
 */
export const rule: Rule<'missing_record'> = {
  code: 'missing_record',
  reach: { beforeDays: ESTIMATE_DAYS, afterDays: ESTIMATE_DAYS, lastsDays: USUAL_FOR_DAYS },
  judge(data, _thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const regular = data.archives.filter(({ archiveType }) => recordPeriod(archiveType) !== null)
    if (regular.length === 0) return cannotJudge('no_hourly')
    return together(regular.map((archive) => judgeArchive(data, archive, window)))
  },
}

function judgeArchive(data: StationData, archive: ArchiveData, window: TimeSpan): Verdict {
  const { due } = archive
  if (!due || due.due.length === 0) return cannotJudge('unknown_rhythm', subjectOf(archive))
  const found: Found[] = []
  const isMissing = missingOf(archive, due)
  for (const hole of holesNear(due, window)) {
    let place = hole.from
    while (place <= hole.to && !isMissing(place)) place++
    // Records that are yet to come are no finding; those that follow missing ones belong to the same hole.
    if (place > hole.to) continue
    const run = foundIn(data, archive, { due, isMissing }, hole)
    if (touches(run, window)) found.push(run)
  }
  return { found, evaluated: [subjectOf(archive)], notEvaluated: [] }
}

type IsMissing = (place: number) => boolean

/** Whether the record at a place of what is due should be in the book and is not. */
const missingOf =
  ({ fetchedToMs }: ArchiveData, { due, present, reasonAt }: DueData): IsMissing =>
  (place) => {
    if (present[place] === 1) return false
    const reason = reasonAt(place)
    // The service was asked for it, and said that it is not there, or nothing at all.
    if (reason === 'empty' || reason === 'failed' || reason === 'exchange') return true
    return reason !== 'not_transmitted' && fetchedToMs !== null && (due[place] as number) <= fetchedToMs
  }

interface Places {
  from: number
  to: number
}

interface Judged {
  due: DueData
  isMissing: IsMissing
}

function foundIn(data: StationData, archive: ArchiveData, judged: Judged, hole: Places): Found {
  const { due } = judged.due
  const { from, to } = hole
  const records = to - from + 1
  const span = holeSpan(archive, due, hole)
  return {
    flag: 9,
    ...subjectOf(archive),
    ...span,
    measure: records,
    threshold: 0,
    unit: 'records',
    m3: facts(data).holePrice(span).m3,
    detail: judged.due.reasonAt(from) === 'exchange' ? 'exchange' : null,
    evidence: evidenceOf({
      records: Array.from(due.subarray(from, Math.min(to + 1, from + MOST_EVIDENCE))),
      numbers: { ...ofItsDays(data, judged, hole, span), ...counted(data, archive, span) },
    }),
  }
}

/** How many records there are of the gas days that the run touches, and how many there should be. */
function ofItsDays({ gas }: StationData, { due: { due, present }, isMissing }: Judged, hole: Places, { fromMs, toMs }: TimeSpan) {
  const days = gasDaySpan(gasDayAt(fromMs, gas), gasDayAt(toMs - 1, gas), gas)
  let [records, expected] = [0, 0]
  for (let at = firstWhere(0, due.length, (place) => (due[place] as number) > days.fromMs); at < due.length; at++) {
    if ((due[at] as number) > days.toMs) break
    const isOfHole = at >= hole.from && at <= hole.to
    if (present[at] === 0 && !isOfHole && !isMissing(at)) continue
    expected++
    records += present[at] as number
  }
  return { records, expected }
}

/** The rise of the counter meanwhile, where it stands on both sides. */
function counted(data: StationData, archive: ArchiveData, { fromMs, toMs }: TimeSpan): { counter?: number } {
  const counter = counterOf(archive)
  const { timesMs } = archive
  const after = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > toMs)
  const before = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > fromMs) - 1
  if (!counter?.toBase) return {}
  // Records that are neither missing nor there may lie between, such as those of days that are yet to be transmitted.
  dependsOn(data, before < 0 ? -Infinity : fromMs, after >= timesMs.length ? Infinity : toMs)
  if (before < 0) return {}
  const rise = riseOf(baseValue(counter, before), baseValue(counter, after))
  return rise >= 0 ? { counter: rise } : {}
}
