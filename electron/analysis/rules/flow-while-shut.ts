import { firstWhere } from '../../contract/bisect.ts'
import { isCounter } from '../../contract/quantities.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { riseOf } from '../kernel/amounts/fills.ts'
import { COUNTERS, knownChannel, VOLUMES, whyNoVolume } from '../kernel/channels/channel.ts'
import { beginOf } from '../kernel/grids/records.ts'
import type { ArchiveData, ChannelData, StationData } from '../kernel/data.ts'
import { facts } from '../station/facts/facts.ts'
import { dependsOn } from '../kernel/part.ts'
import type { Found, Rule } from './say/rule.ts'
import { askedUntil, type Situation } from '../station/situations/situations.ts'
import { amountsEvidence, cannotJudge, touches } from './say/verdict.ts'

/**
 * Definition: Gas is counted in records that lie wholly between the moment the valve shut and the moment it opened. A
 * record in which the valve moved is no finding.
 * Needs: Events of the valve; a volume or a counter in the hourly archive, else in the daily one.
 * Source:
 * docs.oracle.com/en/industries/energy-water/rate-cloud/24c/rcs-user-guides/Topics/D1_BG_About_IMD_Validations.html
 * (o1).
 */
export const rule: Rule<'flow_while_shut'> = {
  code: 'flow_while_shut',
  reach: { beforeDays: 2, afterDays: 0 },
  judge(data, _thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const { finest, situations } = facts(data)
    const archive = finest((one) => amountOf(one) !== null)
    const amount = archive && amountOf(archive)
    const subject = { archiveType: archive?.archiveType ?? null, channelVarname: amount?.channelVarname ?? null }
    const tellsOfValve = Object.values(data.events).some(({ contents }) =>
      contents.some(({ meaning }) => meaning.role === 'valveShut' || meaning.role === 'valveOpen'),
    )
    const why = !archive || !amount ? whyNoVolume(data.archives) : data.events.valve || tellsOfValve ? null : 'no_valve'
    if (why !== null || !archive || !amount) {
      return { found: [], evaluated: [], notEvaluated: [{ ...subject, why: why ?? 'no_volume' }] }
    }
    const found = situations()
      .situations.filter(({ kind, fromMs, toMs }) => kind === 'valve' && touches({ fromMs, toMs }, window))
      .flatMap((shut) => flowIn(data, { archive, amount, shut }) ?? [])
    return { found, evaluated: [subject], notEvaluated: [] }
  },
}

/** The volume of the archive, else a counter of it. */
const amountOf = (archive: ArchiveData): ChannelData | null => knownChannel(archive, ...VOLUMES) ?? knownChannel(archive, ...COUNTERS)

interface Shut {
  archive: ArchiveData
  amount: ChannelData
  shut: Situation
}

/** Counted gas in a time in which the valve is shut; null: none. */
function flowIn(data: StationData, { archive, amount, shut }: Shut): Found | null {
  const { archiveType, timesMs } = archive
  const { fromMs, toMs } = shut
  const log = data.events[shut.archiveType]
  const untilMs = Math.min(toMs ?? data.nowMs, log ? askedUntil(log, fromMs) : Infinity)
  dependsOn(data, fromMs - DAY_MS, untilMs)
  const counts = isCounter(amount.meaning.quantity)
  const records: number[] = []
  let m3 = 0
  let last = 0
  const first = firstWhere(0, timesMs.length, (at) => (timesMs[at] as number) > fromMs)
  for (let at = first; at < timesMs.length; at++) {
    const endMs = timesMs[at] as number
    if (endMs > untilMs) break
    // A counter's gain since the record before belongs to all of the time between.
    const beginMs = counts ? (timesMs[at - 1] ?? -Infinity) : beginOf(archiveType, endMs, data.gas)
    const value = counts ? riseOf(amount.values[at - 1] ?? Number.NaN, amount.values[at] as number) : (amount.values[at] as number)
    // An exchange sets a counter to any number; the volume of a period knows nothing of it.
    if (beginMs < fromMs || !(value > 0) || (counts && facts(data).disturbedWithin(beginMs, endMs))) continue
    records.push(endMs)
    m3 += value * (amount.toBase?.factor ?? Number.NaN)
    last = at
  }
  const begin = records[0]
  if (begin === undefined) return null
  return {
    flag: 4,
    archiveType,
    channelVarname: amount.channelVarname,
    fromMs: beginOf(archiveType, begin, data.gas),
    toMs: timesMs[last] as number,
    measure: Number.isNaN(m3) ? null : m3,
    threshold: 0,
    unit: Number.isNaN(m3) ? null : 'm3',
    m3: Number.isNaN(m3) ? null : m3,
    detail: null,
    evidence: amountsEvidence(amount, {
      records,
      events: [{ archiveType: shut.archiveType, atMs: fromMs, code: shut.code, text: shut.text }],
      numbers: { records: records.length },
    }),
  }
}
