import { recordPeriod } from '../../contract/archives.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { knownChannel, VOLUMES, type BasedChannel } from '../kernel/channels/channel.ts'
import type { ArchiveData, StationData } from '../kernel/data.ts'
import { eventsOf, type EventEvidence } from '../station/facts/disturbances.ts'
import { byClockTime, HABIT_REACH_DAYS } from '../kernel/statistics/clock-times.ts'
import { facts } from '../station/facts/facts.ts'
import { dependsOn } from '../kernel/part.ts'
import { baseValue } from '../kernel/grids/periods.ts'
import type { Found, Rule, Verdict } from './say/rule.ts'
import { amountsEvidence, evidenceOf, cannotJudge, subjectOf, together, touches } from './say/verdict.ts'

/**
 * Definition: An extra record between the hours, or a second one of a gas day: the clock was set, or the device changed its state. It is never taken for a period, and no difference is formed with it; an hour that it cuts is left out unless the counter shows the hour whole. A record at most five minutes off is that of its hour where the hour has no other. Records at the same time on most days of a week are a habit of the device, and one finding from the first to the last.
 * Needs: An hourly or daily archive that writes at a regular minute.
 * Source: Elster EK280.
 */
export const rule: Rule<'off_grid_record'> = {
  code: 'off_grid_record',
  reach: { beforeDays: HABIT_REACH_DAYS, afterDays: HABIT_REACH_DAYS },
  judge(data, _thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const regular = data.archives.filter(({ archiveType }) => ['hour', 'day'].includes(recordPeriod(archiveType) ?? ''))
    if (regular.length === 0) return cannotJudge('no_hourly')
    return together(regular.map((archive) => judgeArchive(data, archive, window)))
  },
}

function judgeArchive(data: StationData, archive: ArchiveData, window: TimeSpan): Verdict {
  const { counted, hourGrid, dayGrid } = facts(data)
  const grid = recordPeriod(archive.archiveType) === 'hour' ? hourGrid(archive) : dayGrid(archive)
  if (!grid) return cannotJudge(archive.timesMs.length === 0 ? 'too_few' : 'unknown_rhythm', subjectOf(archive))
  const reasons = grid.extra.length > 0 ? eventsOf(data, REASONS) : []
  const volume = knownChannel(counted(archive), ...VOLUMES)
  const stamps = Float64Array.from(grid.extra, (row) => archive.timesMs[row] as number)
  const found: Found[] = []
  for (const { places, isHabit } of byClockTime(stamps, data.gas.zone)) {
    const rows = places.map((place) => grid.extra[place] as number)
    const [first, last] = [stamps[places[0] as number] as number, stamps[places.at(-1) as number] as number]
    // Records within so many days may make a habit of it, or go on with one.
    if (isHabit) dependsOn(data, first - HABIT_REACH_DAYS * DAY_MS, last + HABIT_REACH_DAYS * DAY_MS)
    const one = foundAt(archive, volume, { rows, reasons, isHabit })
    if (touches(one, window)) found.push(one)
  }
  return { found, evaluated: [subjectOf(archive)], notEvaluated: [] }
}

/** Events that make a device write a record between the hours. */
const REASONS = ['clockSet', 'settingChanged', 'contractHourChanged', 'meterExchanged', 'powerOff', 'powerOn'] as const

interface Extra {
  rows: readonly number[]
  reasons: readonly EventEvidence[]
  isHabit: boolean
}

function foundAt(archive: ArchiveData, volume: BasedChannel | null, { rows, reasons, isHabit }: Extra): Found {
  const periodMs = recordPeriod(archive.archiveType) === 'hour' ? HOUR_MS : DAY_MS
  const stamps = rows.map((row) => archive.timesMs[row] as number)
  const [row, firstMs, lastMs] = [rows[0] as number, stamps[0] as number, stamps.at(-1) as number]
  const m3 = volume ? rows.reduce((sum, one) => sum + baseValue(volume, one), 0) : NaN
  const evidence = {
    records: stamps,
    events: reasons.filter((event) => stamps.some((atMs) => Math.abs(event.atMs - atMs) <= HOUR_MS)),
  }
  return {
    flag: 3,
    ...subjectOf(archive),
    fromMs: Math.max(archive.timesMs[row - 1] ?? -Infinity, firstMs - periodMs),
    toMs: lastMs,
    measure: rows.length,
    threshold: 0,
    unit: 'records',
    m3: Number.isNaN(m3) ? null : m3,
    detail: isHabit ? 'habit' : null,
    evidence: volume ? amountsEvidence(volume, evidence) : evidenceOf(evidence),
  }
}
