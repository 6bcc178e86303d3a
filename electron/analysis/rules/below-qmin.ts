import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import { channelOf } from '../kernel/channels/channel.ts'
import { facts } from '../station/facts/facts.ts'
import type { ArchiveData, ChannelData, StationData } from '../kernel/data.ts'
import { settingNumbers, type SettingNumber } from '../station/settings/limits.ts'
import { hourEndMs, onGrid, placeFrom, type HourGrid } from '../kernel/grids/periods.ts'
import { hasNumbers, judgedIf, withoutHours } from './say/reasons.ts'
import type { Found, Rule } from './say/rule.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { amountsEvidence, cannotJudge, subjectOf, touches } from './say/verdict.ts'

/**
 * Definition: Gas flows, but less than Qmin, below which the meter is not accurate; hours in a row are one finding. The mean flow of an hour is its working volume, else what the working counter rose by, which a step of it may be off. No flow is no finding, and neither is an hour that an extra record cuts. A Qmin of the settings wins over yours; without a unit it is in m³/h.
 * Needs: Working flow, working volume or a working counter in the hourly archive, and Qmin in the settings or of your own.
 * Source: AVEVA Measurement Advisor; LERS report templates.
 */
export const rule: Rule<'below_qmin'> = {
  code: 'below_qmin',
  reach: { beforeDays: 3, afterDays: 3 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const { archive: archiveOf, counted, hourGrid } = facts(data)
    const archive = archiveOf('hourly')
    const grid = archive && hourGrid(archive)
    if (!archive || !grid) return withoutHours(archive)
    // A volume of an hour is the mean flow of that hour.
    const channel = channelOf(counted(archive), 'workingFlow', 'workingVolume', 'flow')
    if (!channel) return cannotJudge('no_working_volume', subjectOf(archive))
    const subject = subjectOf(archive, channel)
    if (!channel.toBase) return cannotJudge('unknown_unit', subject)
    const limits = qminOf(data, thresholds['qmin'] ?? null)
    if (limits.length === 0) return cannotJudge('no_qmin', subject)
    const whole = onGrid(grid, channel).map((value, place) => (grid.broken[place] === 1 ? NaN : value))
    return judgedIf(hasNumbers(whole), belowIn(data, { archive, grid, channel }, limits, window), subject)
  },
}

function qminOf(data: StationData, given: number | null): SettingNumber[] {
  const said = settingNumbers(data, 'qmin', ['workingFlow', 'flow', 'standardFlow'], 'm³/h').filter(({ value }) => value > 0)
  if (said.length > 0 || given === null || given <= 0) return said
  return [{ fromMs: -Infinity, value: given, takenAtMs: -Infinity, channelName: '', said: '' }]
}

interface Flow {
  archive: ArchiveData
  grid: HourGrid
  channel: ChannelData
}

function belowIn(data: StationData, { archive, grid, channel }: Flow, limits: readonly SettingNumber[], window: TimeSpan): Found[] {
  const flow = onGrid(grid, channel)
  const limitAt = (place: number): SettingNumber => {
    const endMs = hourEndMs(grid, place)
    return limits.findLast(({ fromMs }) => fromMs < endMs) ?? (limits[0] as SettingNumber)
  }
  // An hour that an extra record cuts holds a part of its volume only.
  const doubt = channel.isCounted ? baseStepOf(channel) : 0
  const isBelow = (place: number): boolean =>
    (flow[place] as number) > 0 && (flow[place] as number) + doubt < limitAt(place).value && grid.broken[place] === 0
  let first = Math.max(0, placeFrom(grid, window.fromMs))
  while (first > 0 && isBelow(first) && isBelow(first - 1)) first--
  const found: Found[] = []
  for (let place = first; place < grid.length && hourEndMs(grid, place) - HOUR_MS <= window.toMs; place++) {
    if (!isBelow(place)) continue
    const from = place
    while (place + 1 < grid.length && isBelow(place + 1)) place++
    const one = foundIn(data, { archive, grid, channel }, limitAt(from), from, place)
    if (touches(one, window)) found.push(one)
  }
  return found
}

function foundIn(data: StationData, { archive, grid, channel }: Flow, limit: SettingNumber, from: number, to: number): Found {
  const flow = onGrid(grid, channel)
  const used = facts(data).hourly()?.m3
  let [lowest, m3] = [Infinity, 0]
  const records: number[] = []
  for (let place = from; place <= to; place++) {
    lowest = Math.min(lowest, flow[place] as number)
    m3 += used?.[place] ?? NaN
    if (records.length < MOST_EVIDENCE) records.push(hourEndMs(grid, place))
  }
  const { takenAtMs, channelName, said } = limit
  return {
    flag: 3,
    ...subjectOf(archive, channel),
    fromMs: hourEndMs(grid, from) - HOUR_MS,
    toMs: hourEndMs(grid, to),
    measure: lowest,
    threshold: limit.value,
    unit: 'm3h',
    m3: Number.isNaN(m3) ? null : m3,
    detail: null,
    evidence: amountsEvidence(channel, {
      records,
      settings: channelName === '' ? [] : [{ takenAtMs, channelName, before: null, after: said }],
      numbers: { hours: to - from + 1, qmin: limit.value, lowest },
    }),
  }
}
