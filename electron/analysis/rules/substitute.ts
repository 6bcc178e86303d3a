import { firstWhere } from '../../contract/bisect.ts'
import type { NotEvaluated, Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { knownChannel, type BasedChannel } from '../kernel/channels/channel.ts'
import { areNeighbours, beginOf } from '../kernel/grids/records.ts'
import { facts } from '../station/facts/facts.ts'
import type { ArchiveData, StationData } from '../kernel/data.ts'
import { dependsOn } from '../kernel/part.ts'
import type { Found, Rule, Subject } from './say/rule.ts'
import type { Situation } from '../station/situations/situations.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import { concerns, equalsSubstitute, substitutesOf } from '../station/situations/substitutes.ts'
import { NO_EVIDENCE, cannotJudge, touches } from './say/verdict.ts'
import { stampsOf, type RecordRun } from './say/runs.ts'

/**
 * Definition: Pressure or temperature equals the substitute value of the settings for longer than chance explains, or a
 * situation is open in which the device counts with a substitute. A single record that happens to equal the value is no
 * finding.
 * Needs: A substitute value in the settings, or situations that tell of one.
 * Source: Elster EK260, manual (e1).
 */
export const rule: Rule<'substitute'> = {
  code: 'substitute',
  ofNow: 'open',
  reach: { beforeDays: 33, afterDays: 33 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    if (data.archives.length === 0) return cannotJudge('no_hourly')
    const found: Found[] = []
    const evaluated: Subject[] = []
    const notEvaluated: (Subject & { why: NotEvaluated })[] = []
    const { archive: archiveOf, finest, situations } = facts(data)
    const told = situations().situations.filter(({ substitutes }) => substitutes)
    for (const quantity of ['pressure', 'temperature'] as const) {
      const archive = finest((one) => knownChannel(one, quantity) !== null)
      const channel = archive && knownChannel(archive, quantity)
      if (!archive || !channel) continue
      const subject = { archiveType: archive.archiveType, channelVarname: channel.channelVarname }
      const own = told.filter((situation) => concerns(situation, quantity))
      if (substitutesOf(data, channel).length === 0 && own.length === 0) {
        notEvaluated.push({ ...subject, why: 'no_substitute' })
        continue
      }
      evaluated.push(subject)
      found.push(...inUse(data, { archive, channel, told: own, thresholds, window }))
    }
    if (evaluated.length === 0 && notEvaluated.length === 0) {
      const archiveType = archiveOf('hourly')?.archiveType ?? null
      notEvaluated.push({ archiveType, channelVarname: null, why: 'no_state_channel' })
    }
    return { found, evaluated, notEvaluated }
  },
}

interface Question {
  archive: ArchiveData
  channel: BasedChannel
  told: readonly Situation[]
  thresholds: Thresholds['substitute']
  window: TimeSpan
}

/** A use of the substitute: by the records, by a situation, or by both. */
interface Use {
  fromMs: number
  toMs: number | null
  run: RecordRun | null
  situations: Situation[]
}

function inUse(data: StationData, { archive, channel, told, thresholds, window }: Question): Found[] {
  const { timesMs, archiveType } = archive
  const leastMs = (thresholds.duration ?? 1) * HOUR_MS
  const runs = runsEqual(data, archive, channel).filter(
    ({ from, to }) => (timesMs[to] as number) - beginOf(archiveType, timesMs[from] as number, data.gas) >= leastMs,
  )
  const uses: Use[] = runs.map((run) => ({
    fromMs: beginOf(archiveType, timesMs[run.from] as number, data.gas),
    toMs: timesMs[run.to] as number,
    run,
    situations: [],
  }))
  for (const situation of told) {
    if ((situation.toMs ?? data.nowMs) - situation.fromMs < leastMs) continue
    const met = uses.find(({ fromMs, toMs }) => fromMs <= (situation.toMs ?? Infinity) && (toMs ?? Infinity) >= situation.fromMs)
    if (!met) uses.push({ fromMs: situation.fromMs, toMs: situation.toMs, run: null, situations: [situation] })
    else {
      met.fromMs = Math.min(met.fromMs, situation.fromMs)
      met.toMs = met.toMs === null || situation.toMs === null ? null : Math.max(met.toMs, situation.toMs)
      met.situations.push(situation)
    }
  }
  return uses
    .filter(({ fromMs, toMs }) => touches({ fromMs, toMs }, window))
    .map(({ fromMs, toMs, run, situations }): Found => {
      dependsOn(data, run ? fromMs - (HABIT_DAYS + 1) * DAY_MS : fromMs, toMs ?? data.nowMs)
      if (run && aroundOf(timesMs, run.from, run.to).to > run.to)
        dependsOn(data, fromMs, (timesMs[run.to] as number) + (HABIT_DAYS + 1) * DAY_MS)
      const from = firstWhere(0, timesMs.length, (at) => (timesMs[at] as number) > fromMs)
      const to = firstWhere(from, timesMs.length, (at) => (timesMs[at] as number) > (toMs ?? data.nowMs)) - 1
      return {
        flag: 3,
        archiveType,
        channelVarname: channel.channelVarname,
        fromMs,
        toMs,
        measure: ((toMs ?? data.nowMs) - fromMs) / HOUR_MS,
        threshold: thresholds.duration ?? null,
        unit: 'hours',
        m3: from > to ? null : facts(data).passed(archive, timesMs[from] as number, timesMs[to] as number),
        detail: situations.length > 0 ? 'situation_open' : 'equals_substitute',
        evidence: {
          ...NO_EVIDENCE,
          records: run ? stampsOf(timesMs, run) : [],
          events: situations.map(({ archiveType: log, fromMs: atMs, code, text }) => ({ archiveType: log, atMs, code, text })),
          numbers: run ? { value: (channel.values[run.from] as number) * channel.toBase.factor + channel.toBase.offset } : {},
        },
      }
    })
}

/** Digits around the substitute in which values tell how often the channel is there by chance. */
const NEAR = 10
/** How often chance may explain a run. */
const CHANCE = 0.05

/** Runs of records that show the substitute, for longer than the channel would stand at such a value by chance. */
function runsEqual(data: StationData, archive: ArchiveData, channel: BasedChannel): RecordRun[] {
  const equal = equalsSubstitute(archive, channel, substitutesOf(data, channel))
  const { values, toBase } = channel
  const { timesMs, archiveType } = archive
  const runs: RecordRun[] = []
  for (let at = 0; at < equal.length; at++) {
    if (equal[at] === 0) continue
    const last = runs.at(-1)
    const isOne = last?.to === at - 1 && areNeighbours(archiveType, timesMs[at - 1] as number, timesMs[at] as number)
    if (last && isOne) last.to = at
    else runs.push({ from: at, to: at })
  }
  if (runs.length === 0) return []
  const step = baseStepOf(channel) / Math.abs(toBase.factor)
  return runs.filter(({ from, to }) => {
    const value = values[from] as number
    const around = aroundOf(timesMs, from, to)
    let near = 0
    let repeated = 0
    let others = 0
    for (let at = around.from; at < around.to; at++) {
      if (equal[at] === 1) continue
      const own = values[at] as number
      if (Math.abs(own - value) < step * (NEAR + 0.5)) near++
      others++
      if (Math.abs(own - (values[at + 1] as number)) < step / 2) repeated++
    }
    // How often a value is repeated by the next record.
    const stays = Math.min(MOST_STAY, (repeated + 1) / (others + 2))
    // Arrivals at this value by chance, were it as frequent as its neighbours.
    const arrivals = (near / (2 * NEAR)) * (1 - stays)
    return to > from ? arrivals * stays ** (to - from) < CHANCE : near === 0
  })
}

const MOST_STAY = 0.999
/** Days before a run that tell how the channel is; of a run at the beginning of an archive, days after it too. */
const HABIT_DAYS = 30
const LEAST_RECORDS = 100

function aroundOf(timesMs: Float64Array, from: number, to: number): { from: number; to: number } {
  const reachMs = HABIT_DAYS * DAY_MS
  const first = firstWhere(0, from, (at) => (timesMs[at] as number) >= (timesMs[from] as number) - reachMs)
  if (from - first >= LEAST_RECORDS) return { from: first, to: from }
  return {
    from: first,
    to: firstWhere(to, timesMs.length, (at) => (timesMs[at] as number) > (timesMs[to] as number) + reachMs),
  }
}
