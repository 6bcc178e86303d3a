import { firstWhere } from '../../contract/bisect.ts'
import type { Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { isVolume } from '../../contract/quantities.ts'
import { medianOf } from '../kernel/statistics/select.ts'
import { knownChannel, VOLUMES, whyNoVolume, type BasedChannel } from '../kernel/channels/channel.ts'
import { beginOf } from '../kernel/grids/records.ts'
import { facts } from '../station/facts/facts.ts'
import type { ArchiveData, StationData } from '../kernel/data.ts'
import { beyondHabit, stretchesOf } from '../station/facts/habits.ts'
import { dependsOn } from '../kernel/part.ts'
import { hasNumbers, judgedIf } from './say/reasons.ts'
import type { Found, Rule } from './say/rule.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import { equalsSubstitute, substitutedBySituations, substitutesOf } from '../station/situations/substitutes.ts'
import { NO_EVIDENCE, cannotJudge, together, touches } from './say/verdict.ts'
import { stampsOf } from './say/runs.ts'

/**
 * Definition: Pressure or temperature moves by one digit at most while gas flows, for hours in a row. A gap or a
 * substitute ends such a stretch, and hours without flow do not count. A channel that often stands still, such as one
 * in whole degrees, must do so for far longer than it usually does. A volume that varies else repeats to its last digit for
 * a day: a hole filled with the last value.
 * Needs: Pressure or temperature, and a volume or a flow, in the hourly archive; or a volume alone.
 * Source: github.com/ioos/ioos_qc, water level example (q3); github.com/catalyst-cooperative/pudl,
 * timeseries_cleaning.py (u1).
 */
export const rule: Rule<'frozen'> = {
  code: 'frozen',
  reach: { beforeDays: 33, afterDays: 33 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const { archive: archiveOf, counted } = facts(data)
    const sent = archiveOf('hourly')
    if (!sent) return cannotJudge('no_hourly')
    const archive = counted(sent)
    const states = (['pressure', 'temperature'] as const).flatMap((quantity) => knownChannel(archive, quantity) ?? [])
    const volume = knownChannel(archive, ...VOLUMES)
    const channels = volume ? [...states, volume] : states
    const without = states.length === 0 ? [cannotJudge('no_state_channel', { archiveType: 'hourly', channelVarname: null })] : []
    if (channels.length === 0) return together(without)
    const subjects = channels.map(({ channelVarname }) => ({ archiveType: 'hourly', channelVarname }))
    const flow = knownChannel(archive, ...VOLUMES, 'flow', 'standardFlow', 'workingFlow')
    if (!flow) {
      const why = whyNoVolume([archive]) === 'unknown_unit' ? 'unknown_unit' : 'no_flow'
      return { found: [], evaluated: [], notEvaluated: subjects.map((subject) => ({ ...subject, why })) }
    }
    return together([
      ...without,
      ...channels.map((channel) => {
        const found = standing(data, { archive, channel, flow, thresholds, window })
        const isCompared = hasNumbers(channel.values, 2) && hasNumbers(flow.values)
        return judgedIf(isCompared, found, { archiveType: 'hourly', channelVarname: channel.channelVarname })
      }),
    ])
  },
}

interface Question {
  archive: ArchiveData
  channel: BasedChannel
  flow: BasedChannel
  thresholds: Thresholds['frozen']
  window: TimeSpan
}

/** Days that tell how a channel usually stands still, and how many stretches are enough. */
const HABIT_DAYS = 30
const LEAST_STRETCHES = 20
/** A volume of fewer steps repeats by chance, and one of a smaller share of the use around is a flame that burns on. */
const LEAST_STEPS = 100
const LEAST_SHARE = 0.25
/** So many values around are told apart where a volume usually varies. */
const LEAST_VALUES = 100
/** The difference that a sum of digits may have. */
const NOISE = 1e-6

function standing(data: StationData, { archive, channel, flow, thresholds, window }: Question): Found[] {
  const { timesMs, archiveType } = archive
  const step = baseStepOf(channel) / Math.abs(channel.toBase.factor)
  const isGas = isVolume(channel.meaning.quantity)
  const tolerance = step * ((isGas ? 0 : (thresholds.digits ?? 1)) + NOISE)
  // A volume is judged where it repeats for as long as is a failure, and its digits are so many that it does not by chance.
  const least = (isGas ? thresholds.fail : thresholds.suspect) ?? Infinity
  const substituted = isGas ? new Uint8Array(timesMs.length) : equalsSubstitute(archive, channel, substitutesOf(data, channel))
  for (const { fromMs, toMs } of substitutedBySituations(facts(data).situations().situations, data.nowMs, channel.meaning.quantity)) {
    const from = firstWhere(0, timesMs.length, (at) => (timesMs[at] as number) > fromMs)
    for (let at = from; at < timesMs.length && (timesMs[at] as number) - HOUR_MS < toMs; at++) substituted[at] = 1
  }
  const { from, to } = stretchesOf(archive, channel.values, tolerance, (at) => substituted[at] === 1)
  // How many hours with flow lie before each record; one between the hours is no hour of its own.
  const between = new Set(facts(data).hourGrid(archive)?.extra)
  const flowing = new Int32Array(timesMs.length + 1)
  for (let at = 0; at < timesMs.length; at++) {
    flowing[at + 1] = (flowing[at] as number) + ((flow.values[at] as number) > 0 && !between.has(at) ? 1 : 0)
  }
  const hours = from.map((first, nth) => (flowing[(to[nth] as number) + 1] as number) - (flowing[first] as number))
  /** The stretches with flow in the month before one; at the beginning of an archive, in the month after it too. */
  const lengthsAround = (nth: number): Int32Array => {
    const beginsMs = (one: number) => timesMs[from[one] as number] as number
    const first = firstWhere(0, nth, (one) => beginsMs(one) >= beginsMs(nth) - HABIT_DAYS * DAY_MS)
    dependsOn(data, beginsMs(nth) - (HABIT_DAYS + 1) * DAY_MS)
    const before = hours.subarray(first, nth).filter((length) => length > 0)
    if (before.length >= LEAST_STRETCHES) return before
    dependsOn(data, beginsMs(nth), beginsMs(nth) + (HABIT_DAYS + 1) * DAY_MS)
    const end = firstWhere(nth + 1, from.length, (one) => beginsMs(one) > beginsMs(nth) + HABIT_DAYS * DAY_MS)
    const after = hours.subarray(nth + 1, end).filter((length) => length > 0)
    return Int32Array.from([...before, ...after])
  }
  const found: Found[] = []
  for (let nth = 0; nth < from.length; nth++) {
    const length = hours[nth] as number
    if (length < least) continue
    const run = { from: from[nth] as number, to: to[nth] as number }
    const fromMs = beginOf(archiveType, timesMs[run.from] as number, data.gas)
    const toMs = timesMs[run.to] as number
    if (!touches({ fromMs, toMs }, window)) continue
    const lengths = lengthsAround(nth)
    if (isGas && !usuallyVaries(channel.values, run, { lengths, step })) continue
    const habit = beyondHabit(lengths)
    const suspect = Math.max(least, habit)
    if (length < suspect) continue
    const fail = Math.max(thresholds.fail ?? Infinity, habit)
    const isFail = length >= fail
    found.push({
      flag: isFail ? 4 : 3,
      archiveType,
      channelVarname: channel.channelVarname,
      fromMs,
      toMs,
      measure: length,
      threshold: Math.ceil(isFail ? fail : suspect),
      unit: 'hours',
      m3: facts(data).passed(archive, timesMs[run.from] as number, toMs),
      detail: null,
      evidence: {
        ...NO_EVIDENCE,
        records: stampsOf(timesMs, run),
        numbers: { value: (channel.values[run.from] as number) * channel.toBase.factor + channel.toBase.offset },
      },
    })
  }
  return found
}

/** Whether a volume that stands still is one that varies else: a consumer of constant use, or one in coarse steps, does not. */
function usuallyVaries(
  values: Float64Array,
  { from, to }: { from: number; to: number },
  { lengths, step }: { lengths: Int32Array; step: number },
) {
  const value = values[from] as number
  if (!(value >= LEAST_STEPS * step) || lengths.length < LEAST_VALUES) return false
  const near = [...values.subarray(Math.max(0, from - HABIT_DAYS * 24), from), ...values.subarray(to + 1, to + 1 + HABIT_DAYS * 24)]
  return value >= LEAST_SHARE * medianOf(near.filter((other) => other > 0))
}
