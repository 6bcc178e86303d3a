import { recordPeriod } from '../../contract/archives.ts'
import type { Quantity } from '../../contract/quantities.ts'
import type { FindingDetail, NotEvaluated, RuleUnit, Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { knownChannel, type BasedChannel } from '../kernel/channels/channel.ts'
import { beginOf, placesIn } from '../kernel/grids/records.ts'
import { facts } from '../station/facts/facts.ts'
import type { ArchiveData, StationData } from '../kernel/data.ts'
import { grossRange, type Span } from '../kernel/statistics/qartod.ts'
import { hasNumbers, judgedIf } from './say/reasons.ts'
import type { Found, Rule, Subject, Verdict } from './say/rule.ts'
import { baseNumber, inForceFrom, itemsOf } from '../station/settings/values.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import { volumesByHour } from '../kernel/grids/volumes-by-hour.ts'
import { amountsEvidence, cannotJudge, touches } from './say/verdict.ts'
import { recordRuns, stampsOf, type RecordRun } from './say/runs.ts'

/**
 * Definition: A value beyond the device's limits is a failure, one beyond its set points is suspect. Each value is held
 * against the settings in force at its time; limits of your own win over them. A flow of zero is below no limit, and a
 * value that crosses a limit to and fro within a day does so in one finding. The working volume of an hour is its mean flow;
 * of parts of hours the hour is summed.
 * Needs: Pressure, temperature or flow in the hourly archive, else in the daily one; limits or set points in the
 * settings, or your own.
 * Source: github.com/ioos/ioos_qc, qartod.py (q1).
 */
export const rule: Rule<'range'> = {
  code: 'range',
  reach: { beforeDays: 2, afterDays: 2 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    if (data.archives.length === 0) return cannotJudge('no_hourly')
    const verdict = { found: [] as Found[], evaluated: [] as Subject[], notEvaluated: [] as (Subject & { why: NotEvaluated })[] }
    for (const kind of KINDS) judgeKind(data, { kind, thresholds, window }, verdict)
    const isEmpty = verdict.evaluated.length + verdict.notEvaluated.length === 0
    return isEmpty ? cannotJudge('no_state_channel') : (verdict satisfies Verdict)
  },
}

interface Kind {
  dimension: 'pressure' | 'temperature' | 'flow'
  /** Channels that show it, the best first. */
  channels: readonly Quantity[]
  /** Quantities of the settings that limit it. */
  limits: readonly (Quantity | null)[]
  unit: RuleUnit
}

const KINDS: readonly Kind[] = [
  { dimension: 'pressure', channels: ['pressure'], limits: ['pressure'], unit: 'kPa' },
  { dimension: 'temperature', channels: ['temperature'], limits: ['temperature'], unit: 'celsius' },
  {
    dimension: 'flow',
    // In an hourly archive the working volume is the mean flow of the hour.
    channels: ['workingFlow', 'flow', 'workingVolume'],
    limits: ['workingFlow', 'flow'],
    unit: 'm3h',
  },
]

interface Question {
  kind: Kind
  thresholds: Thresholds['range']
  window: TimeSpan
}

interface Into {
  found: Found[]
  evaluated: Subject[]
  notEvaluated: (Subject & { why: NotEvaluated })[]
}

function judgeKind(data: StationData, { kind, thresholds, window }: Question, into: Into): void {
  const place = placeOf(data, kind)
  if (!place) {
    const unknown = data.archives.find(({ channels }) => channels.some(({ meaning }) => kind.channels.includes(meaning.quantity)))
    if (!unknown) return
    const channel = unknown.channels.find(({ meaning }) => kind.channels.includes(meaning.quantity))
    into.notEvaluated.push({ archiveType: unknown.archiveType, channelVarname: channel?.channelVarname ?? null, why: 'unknown_unit' })
    return
  }
  const { archive: sent, channel: shown } = place
  const subject = { archiveType: sent.archiveType, channelVarname: shown.channelVarname }
  const periods = limitsOf(data, kind, shown, thresholds)
  if (periods.every(({ fail, suspect }) => !isSpan(fail) && !isSpan(suspect))) {
    into.notEvaluated.push({ ...subject, why: 'no_limits' })
    return
  }
  const isVolume = shown.meaning.quantity === 'workingVolume'
  const grid = isVolume ? facts(data).hourGrid(sent) : null
  const archive = isVolume ? grid && volumesByHour(grid) : sent
  const channel = archive && knownChannel(archive, shown.meaning.quantity)
  if (!archive || !channel) {
    into.notEvaluated.push({ ...subject, why: 'unknown_rhythm' })
    return
  }
  // One step of a counter's rise may belong to the hour before.
  const doubt = shown.isCounted ? baseStepOf(shown) : 0
  const isThere = isVolume ? flowsIn(archive, channel) : hasNumbers(channel.values)
  const verdict = judgedIf(isThere, runsBeyond(data, { archive, channel, doubt, kind, periods, window }), subject)
  into.found.push(...verdict.found)
  into.evaluated.push(...verdict.evaluated)
  into.notEvaluated.push(...verdict.notEvaluated)
}

/** The archive and the channel that show it. A volume is a flow only where a record covers an hour. */
function placeOf(data: StationData, { channels }: Kind): { archive: ArchiveData; channel: BasedChannel } | null {
  const { finest, counted } = facts(data)
  for (const quantity of channels) {
    const isFlow = ({ archiveType }: ArchiveData) => quantity !== 'workingVolume' || recordPeriod(archiveType) === 'hour'
    const sent = finest((one) => isFlow(one) && knownChannel(counted(one), quantity) !== null)
    const archive = sent && counted(sent)
    const channel = archive && knownChannel(archive, quantity)
    if (channel) return { archive, channel }
  }
  return null
}

interface Limits {
  /** From when on they are in force, Unix ms. */
  fromMs: number
  fail: Span
  suspect: Span
}

const isSpan = ({ least, most }: Span) => Number.isFinite(least) || Number.isFinite(most)
/** The most that converting makes a limit and a value of the same digits differ by. */
const NOISE = 1e-9

/** The limits of each snapshot of the settings, in the base unit; one of no settings where there is none. */
function limitsOf(data: StationData, kind: Kind, channel: BasedChannel, own: Thresholds['range']): Limits[] {
  const { dimension } = kind
  const ownLeast = dimension === 'pressure' ? own.pressureMin : dimension === 'temperature' ? own.temperatureMin : null
  const ownMost = dimension === 'pressure' ? own.pressureMax : dimension === 'temperature' ? own.temperatureMax : own.flowMax
  const none = { fromMs: -Infinity, fail: spanOf(ownLeast ?? null, ownMost ?? null), suspect: spanOf(null, null) }
  if (data.settings.length === 0) return [none]
  return data.settings.map((snapshot, at): Limits => {
    const read = (role: 'lowerLimit' | 'upperLimit' | 'lowSetPoint' | 'highSetPoint' | 'qmax', quantities = kind.limits) => {
      for (const item of itemsOf(snapshot, role, quantities)) {
        const number = baseNumber(item, dimension, channel.unit === null ? null : channel.toBase)
        if (!Number.isNaN(number)) return number
      }
      return null
    }
    const isFlow = dimension === 'flow'
    const most = ownMost ?? read('upperLimit') ?? (isFlow ? read('qmax', [...kind.limits, null, 'workingVolume']) : null)
    const least = ownLeast ?? (isFlow ? null : read('lowerLimit'))
    return {
      fromMs: inForceFrom(data, at),
      fail: spanOf(least, most),
      suspect: spanOf(isFlow ? null : read('lowSetPoint'), read('highSetPoint')),
    }
  })
}

const spanOf = (least: number | null, most: number | null): Span => ({
  least: least === null ? -Infinity : least - Math.abs(least) * NOISE,
  most: most === null ? Infinity : most + Math.abs(most) * NOISE,
})

interface Beyond {
  archive: ArchiveData
  channel: BasedChannel
  /** How much less than a value what it stands for may be, in the base unit. */
  doubt: number
  kind: Kind
  periods: readonly Limits[]
  window: TimeSpan
}

function runsBeyond(data: StationData, { archive, channel, doubt, kind, periods, window }: Beyond): Found[] {
  const { timesMs, archiveType } = archive
  const { values, toBase, meaning } = channel
  const isVolume = meaning.quantity === 'workingVolume'
  let period = 0
  const limitsAt = (at: number): Limits => {
    const atMs = timesMs[at] as number
    while (period > 0 && (periods[period] as Limits).fromMs > atMs) period--
    while (period + 1 < periods.length && (periods[period + 1] as Limits).fromMs <= atMs) period++
    return periods[period] as Limits
  }
  const valueAt = (at: number) => (values[at] as number) * toBase.factor + toBase.offset - doubt
  /** 1 above, -1 below, 0 neither. */
  const sideOf = (at: number): number => {
    const value = valueAt(at)
    const { fail, suspect } = limitsAt(at)
    if (grossRange(value, fail, suspect) < 3 || Number.isNaN(value)) return 0
    if (isVolume && !coversAnHour(timesMs, at)) return 0
    return value > Math.min(fail.most, suspect.most) ? 1 : -1
  }
  const { passed } = facts(data)
  const spells = spellsOf(timesMs, recordRuns(archive, placesIn(timesMs, window, SPELL_DAYS), sideOf), sideOf)
  return spells.flatMap((runs): Found[] => {
    const run = { from: runs[0]?.from ?? 0, to: runs.at(-1)?.to ?? 0 }
    const fromMs = beginOf(archiveType, timesMs[run.from] as number, data.gas)
    if (!touches({ fromMs, toMs: timesMs[run.to] as number }, window)) return []
    let worst = run.from
    const side = sideOf(run.from)
    const failsAt = (at: number) => grossRange(valueAt(at), limitsAt(at).fail) === 4
    for (let at = run.from; at <= run.to; at++) {
      if (sideOf(at) !== side) continue
      const isWorse = failsAt(at) === failsAt(worst) ? side * valueAt(at) > side * valueAt(worst) : failsAt(at)
      if (isWorse) worst = at
    }
    const { fail, suspect } = limitsAt(worst)
    const value = valueAt(worst)
    const isFail = grossRange(value, fail) === 4
    const span = isFail ? fail : suspect
    const detail: FindingDetail = isFail ? (side > 0 ? 'above_limit' : 'below_limit') : side > 0 ? 'above_set_point' : 'below_set_point'
    const volumes = runs.map(({ from, to }) => passed(archive, timesMs[from] as number, timesMs[to] as number)).filter((m3) => m3 !== null)
    return [
      {
        flag: isFail ? 4 : 3,
        archiveType,
        channelVarname: channel.channelVarname,
        fromMs,
        toMs: timesMs[run.to] as number,
        measure: rounded(value),
        threshold: rounded(side > 0 ? span.most : span.least),
        unit: kind.unit,
        m3: volumes.length === 0 ? null : volumes.reduce((sum, m3) => sum + m3, 0),
        detail,
        evidence: amountsEvidence(channel, {
          records: runs.flatMap((one) => stampsOf(timesMs, one)),
          numbers: { records: runs.reduce((sum, { from, to }) => sum + to - from + 1, 0) },
        }),
      },
    ]
  })
}

/** A value that goes to and fro over a limit does so in one spell: runs on one side, a day apart at most. */
const SPELL_DAYS = 1

function spellsOf(timesMs: Float64Array, runs: readonly RecordRun[], sideOf: (at: number) => number): RecordRun[][] {
  const spells: RecordRun[][] = []
  for (const run of runs) {
    const last = spells.at(-1)?.at(-1)
    const isNear = last && (timesMs[run.from] as number) - (timesMs[last.to] as number) <= SPELL_DAYS * DAY_MS
    if (isNear && sideOf(last.from) === sideOf(run.from)) spells.at(-1)?.push(run)
    else spells.push([run])
  }
  return spells
}

/** After a gap, a volume may be that of many hours. */
const coversAnHour = (timesMs: Float64Array, at: number): boolean =>
  at > 0 && Math.abs((timesMs[at] as number) - (timesMs[at - 1] as number) - HOUR_MS) <= MINUTE_MS

/** Whether some volume is the mean flow of its hour. */
const flowsIn = ({ timesMs }: ArchiveData, { values }: BasedChannel): boolean =>
  values.some((value, at) => !Number.isNaN(value) && coversAnHour(timesMs, at))

/** Without the noise of converting. */
const rounded = (value: number): number => Number(value.toPrecision(8))
