import { recordPeriod } from '../../contract/archives.ts'
import { firstWhere } from '../../contract/bisect.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { withoutNoise } from '../../contract/units.ts'
import { countedVolumes, knownChannel, VOLUMES, type BasedChannel } from '../kernel/channels/channel.ts'
import type { ArchiveData, StationData } from '../kernel/data.ts'
import { eventsOf, type EventEvidence } from '../station/facts/disturbances.ts'
import { byClockTime, HABIT_REACH_DAYS } from '../kernel/statistics/clock-times.ts'
import { facts } from '../station/facts/facts.ts'
import { dependsOn } from '../kernel/part.ts'
import { baseValue } from '../kernel/grids/periods.ts'
import type { Found, Rule, Verdict } from './say/rule.ts'
import { amountsEvidence, evidenceOf, cannotJudge, subjectOf, together, touches } from './say/verdict.ts'

/**
 * Definition: An extra record between the hours, or a second one of a gas day: the clock was set, or the device changed its state. It is never taken for a period, and no difference is formed with it; an hour that it cuts is left out unless the counter shows the hour whole. A record at most five minutes off is that of its hour where the hour has no other. Records at the same time on most days of a week are a habit of the device, and one finding from the first to the last. Its m³ stand once: not with the record that an archive of days has of the same moment, nor where the hour itself is missing and its hole has them.
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
    const told = regular.filter(isHourly).flatMap((archive) => strays(data, archive))
    return together(regular.map((archive) => judgeArchive(data, archive, isHourly(archive) ? [] : told, window)))
  },
}

const isHourly = ({ archiveType }: ArchiveData): boolean => recordPeriod(archiveType) === 'hour'
const gridOf = (data: StationData, archive: ArchiveData) =>
  isHourly(archive) ? facts(data).hourGrid(archive) : facts(data).dayGrid(archive)
/** The moments of the records between the hours. */
const strays = (data: StationData, archive: ArchiveData): number[] =>
  Array.from(gridOf(data, archive)?.extra ?? [], (row) => archive.timesMs[row] as number)

/** @param told moments whose m³ another archive tells */
function judgeArchive(data: StationData, archive: ArchiveData, told: readonly number[], window: TimeSpan): Verdict {
  const grid = gridOf(data, archive)
  if (!grid) return cannotJudge(archive.timesMs.length === 0 ? 'too_few' : 'unknown_rhythm', subjectOf(archive))
  const reasons = grid.extra.length > 0 ? eventsOf(data, REASONS) : []
  const volume = knownChannel(facts(data).counted(archive), ...VOLUMES)
  const isOwn = (row: number) => {
    const atMs = archive.timesMs[row] as number
    return !isInHole(archive, atMs) && !told.some((ms) => Math.abs(ms - atMs) <= SAME_MS)
  }
  const stamps = Float64Array.from(grid.extra, (row) => archive.timesMs[row] as number)
  const found: Found[] = []
  for (const { places, isHabit } of byClockTime(stamps, data.gas.zone)) {
    const rows = places.map((place) => grid.extra[place] as number)
    const [first, last] = [stamps[places[0] as number] as number, stamps[places.at(-1) as number] as number]
    // Records within so many days may make a habit of it, or go on with one.
    if (isHabit) dependsOn(data, first - HABIT_REACH_DAYS * DAY_MS, last + HABIT_REACH_DAYS * DAY_MS)
    const one = foundAt(archive, volume, { rows, own: rows.filter(isOwn), reasons, isHabit })
    if (touches(one, window)) found.push(one)
  }
  return { found, evaluated: [subjectOf(archive)], notEvaluated: [] }
}

/** Two archives write of one moment within so many minutes. */
const SAME_MS = 5 * MINUTE_MS

/** Whether the hour, or the day, of a moment has no record of its own: the hole has a price. */
function isInHole({ due }: ArchiveData, atMs: number): boolean {
  const place = due ? firstWhere(0, due.due.length, (at) => (due.due[at] as number) >= atMs) : 0
  return due?.present[place] === 0
}

/** Events that make a device write a record between the hours. */
const REASONS = ['clockSet', 'settingChanged', 'contractHourChanged', 'meterExchanged', 'powerOff', 'powerOn'] as const

interface Extra {
  rows: readonly number[]
  /** Those whose m³ nothing else tells. */
  own: readonly number[]
  reasons: readonly EventEvidence[]
  isHabit: boolean
}

function foundAt(archive: ArchiveData, volume: BasedChannel | null, { rows, own, reasons, isHabit }: Extra): Found {
  const periodMs = isHourly(archive) ? HOUR_MS : DAY_MS
  const stamps = rows.map((row) => archive.timesMs[row] as number)
  const [row, firstMs, lastMs] = [rows[0] as number, stamps[0] as number, stamps.at(-1) as number]
  const m3 = volume && own.length > 0 ? withoutNoise(own.reduce((sum, one) => sum + passedUntil(archive, volume, one), 0)) : NaN
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

/** The m³ of a record, no more than its counter rose by: of two records of one moment only one has them. */
function passedUntil(archive: ArchiveData, volume: BasedChannel, row: number): number {
  const said = baseValue(volume, row)
  const counter = countedVolumes(archive).find((pair) => pair.volume.channelVarname === volume.channelVarname)?.counter
  const rise = counter?.toBase ? baseValue(counter, row) - baseValue(counter, row - 1) : Number.NaN
  return rise >= 0 ? Math.min(said, rise) : said
}
