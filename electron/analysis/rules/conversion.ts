import { firstWhere } from '../../contract/bisect.ts'
import type { NotEvaluated, Thresholds } from '../../contract/rules.ts'
import { dayNumberAt } from '../../contract/time/day.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { medianOf } from '../kernel/statistics/select.ts'
import { areNeighbours, beginOf } from '../kernel/grids/records.ts'
import { conversionDays } from '../station/conversion/days.ts'
import type { Implied } from '../station/conversion/factor.ts'
import { facts } from '../station/facts/facts.ts'
import type { StationData } from '../kernel/data.ts'
import { dependsOn } from '../kernel/part.ts'
import type { Found, Rule } from './say/rule.ts'
import { NO_EVIDENCE, cannotJudge, touches } from './say/verdict.ts'
import { stampsOf } from './say/runs.ts'

/**
 * Definition: Standard volume ÷ working volume differs from P·Tst/(Pst·T); where pressure is not known, from its own
 * median of the 30 days before. Small volumes are summed until rounding no longer matters. Above 300 kPa without a
 * compressibility, the ratio to the formula is held against its own median too. Where hours differ by themselves,
 * because P and T are those of a moment, the median of a day with six hours of flow is held against that of the 20 days
 * before, and is suspect beyond the threshold and five deviations of those days. Gaps, zeros and meter exchanges are left
 * out. The volume concerned is the error alone.
 * Needs: Standard and working volumes, or counters, in one archive; for the formula also pressure, temperature and whether the
 * pressure is absolute or gauge.
 * Source: SAP, gas conversion (a1); docs.aveva.com/bundle/measurement-advisor-cloud, 365641 (v1).
 */
export const rule: Rule<'conversion'> = {
  code: 'conversion',
  reach: { beforeDays: 34, afterDays: 23 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const factor = facts(data).conversion()
    const nothing = (archiveType: string | null, why: NotEvaluated) => ({
      found: [],
      evaluated: [],
      notEvaluated: [{ archiveType, channelVarname: null, why }],
    })
    if (typeof factor === 'string') return nothing(null, factor)
    const { archive, by, blocks } = factor
    if (by === 'nothing' && hasPressureAndTemperature(factor)) return nothing(archive.archiveType, 'unknown_basis')
    if (blocks.from.length < LEAST_BLOCKS) return nothing(archive.archiveType, 'too_few')
    const found = runsOff(data, factor, thresholds, window)
    return { found, evaluated: [{ archiveType: archive.archiveType, channelVarname: null }], notEvaluated: [] }
  },
}

const LEAST_BLOCKS = 3

const hasPressureAndTemperature = ({ archive: { channels } }: Implied): boolean =>
  ['pressure', 'temperature'].every((quantity) => channels.some(({ meaning }) => meaning.quantity === quantity))

/** Days of which the median is taken, and how many of them must be there. */
const MEDIAN_DAYS = 30
const LEAST_DAYS = 7
/** Above it, gas is no ideal gas for a rule of one percent. */
const IDEAL_KPA = 300
/** The most that compressibility adds to the factor: half a percent a bar, more than any natural gas does at −20 °C. */
const COMPRESSED_A_KPA = 0.005 / 100
/** One record off may be one in which the pressure jumped. */
const LEAST_RECORDS = 2
/** Without pressure, the factor follows the weather and the regulator: only what is far beyond its own spread is off. */
const SPREAD = 6

interface Off {
  flag: 3 | 4
  detail: 'formula' | 'median'
  /** A share, with its sign, and the share that is allowed. */
  off: number
  limit: number
}

function runsOff(data: StationData, factor: Implied, thresholds: Thresholds['conversion'], window: TimeSpan): Found[] {
  const { archive, blocks } = factor
  const { timesMs, archiveType } = archive
  const offOf = judgeOf(data, factor, thresholds)
  const first = firstWhere(0, blocks.from.length, (at) => (timesMs[blocks.to[at] as number] as number) >= window.fromMs)
  // A run that began before the window is followed back to its beginning.
  let begin = Math.min(first, blocks.from.length)
  while (begin > 0 && offOf(begin - 1) !== null) begin--
  interface Run extends Off {
    from: number
    to: number
    /** The first and the last of its blocks. */
    begins: number
    ends: number
    worst: number
    /** The volume that was converted wrongly, m³; null where nobody can say. */
    m3: number | null
  }
  const runs: Run[] = []
  let last: Run | null = null
  for (let at = begin; at < blocks.from.length; at++) {
    const [from, to] = [blocks.from[at] as number, blocks.to[at] as number]
    if ((timesMs[from] as number) > window.toMs && last === null) break
    const off = offOf(at)
    if (!off) {
      last = null
      continue
    }
    const converted = facts(data).passed(archive, timesMs[from] as number, timesMs[to] as number)
    // A volume that was converted by 1 + off times too much is too large by this share of itself.
    const m3 = converted === null ? null : converted * Math.abs(off.off / (1 + off.off))
    if (
      last &&
      last.detail === off.detail &&
      last.flag === off.flag &&
      areNeighbours(archiveType, timesMs[last.to] as number, timesMs[from] as number)
    ) {
      last.to = to
      last.ends = at
      if (m3 !== null) last.m3 = (last.m3 ?? 0) + m3
      if (Math.abs(off.off) > Math.abs(last.off)) {
        last.off = off.off
        last.limit = off.limit
        last.worst = at
      }
    } else runs.push((last = { ...off, from, to, begins: at, ends: at, worst: at, m3 }))
  }
  return runs.flatMap(({ from, to, begins, ends, worst, flag, detail, off, limit, m3 }): Found[] => {
    const fromMs = beginOf(archiveType, timesMs[from] as number, data.gas)
    const toMs = timesMs[to] as number
    if (archiveType === 'hourly' && to - from + 1 < LEAST_RECORDS) return []
    if (!touches({ fromMs, toMs }, window) || isOfMoment(factor, begins, ends)) return []
    const formula = blocks.formula[worst] as number
    return [
      {
        flag,
        archiveType,
        channelVarname: null,
        fromMs,
        toMs,
        measure: Math.abs(off) * 100,
        threshold: limit * 100,
        unit: 'percent',
        m3,
        detail,
        evidence: {
          ...NO_EVIDENCE,
          records: stampsOf(timesMs, { from, to }),
          numbers: { factor: blocks.implied[worst] as number, ...(Number.isNaN(formula) ? {} : { formula }) },
        },
      },
    ]
  })
}

/**
 * One look at P and T is off alone, one block or one day: its P and T moved against those before and after, and what the
 * device converted by moved less than half as far, so that they were true of a moment. A sensor that fails is off for
 * longer, and a device that converts wrongly shows it in its volumes.
 */
function isOfMoment({ archive, blocks: { from, implied, formula } }: Implied, begins: number, ends: number): boolean {
  const dayOf = (block: number) => dayNumberAt((archive.timesMs[from[block] as number] as number) - 1)
  const count = ends - begins + 1
  if (begins - count < 0 || ends + count >= from.length) return false
  // Blocks of a day that are off one by one are many looks, a day as a whole is one.
  const isOneDay = dayOf(begins) === dayOf(ends) && dayOf(begins - 1) !== dayOf(begins) && dayOf(ends + 1) !== dayOf(ends)
  if (count > 1 && !isOneDay) return false
  const moved = (factor: Float64Array) => {
    const [before, its, after] = [begins - count, begins, ends + 1].map((first) => medianOf(factor.subarray(first, first + count))) as [
      number,
      number,
      number,
    ]
    return Math.abs((2 * its) / (before + after) - 1)
  }
  return moved(implied) < moved(formula) / 2
}

/** How far a block is off, or null. */
function judgeOf(data: StationData, factor: Implied, thresholds: Thresholds['conversion']): (at: number) => Off | null {
  const { blocks, by, hasCompressibility } = factor
  const detail = by === 'formula' ? 'formula' : 'median'
  const share = (thresholds[detail] ?? Infinity) / 100
  const usualAt = usualOf(data, factor)
  const days = conversionDays(data, factor, share)
  return (at) => {
    if (days.isOfMoments(at)) {
      const day = days.offAt(at)
      return day && { flag: 3, detail, ...day }
    }
    const ratio = blocks.ratio[at] as number
    const rounding = blocks.rounding[at] as number
    if (by !== 'formula') {
      const usual = usualAt(at)
      if (!usual) return null
      const off = ratio / usual.median - 1
      const limit = Math.max(share, SPREAD * usual.spread)
      return Math.abs(off) > Math.max(limit, share + rounding) ? { flag: 3, detail, off, limit } : null
    }
    const kPa = blocks.pressureKPa[at] as number
    const most = share + rounding
    const isReal = !hasCompressibility && kPa > IDEAL_KPA
    const allowed = isReal ? kPa * COMPRESSED_A_KPA : 0
    if (ratio - 1 < -most || ratio - 1 > most + allowed) return { flag: 4, detail, off: ratio - 1, limit: share }
    if (!isReal || Math.abs(ratio - 1) <= most) return null
    const usual = usualAt(at)
    const off = usual ? ratio / usual.median - 1 : 0
    return Math.abs(off) > most ? { flag: 4, detail, off, limit: share } : null
  }
}

/** The median of the days before the one of a block and how they spread (a share); null: too few of them. */
function usualOf(data: StationData, factor: Implied): (at: number) => { median: number; spread: number } | null {
  const known = new Map<number, { median: number; spread: number } | null>()
  return (at) => {
    const day = dayNumberAt((factor.archive.timesMs[factor.blocks.from[at] as number] as number) - 1)
    let usual = known.get(day)
    if (usual === undefined) {
      dependsOn(data, (day - MEDIAN_DAYS - 1) * DAY_MS)
      const { days, ratios } = factor.daily()
      const to = firstWhere(0, days.length, (place) => (days[place] as number) >= day)
      const from = firstWhere(0, to, (place) => (days[place] as number) >= day - MEDIAN_DAYS)
      const before = ratios.subarray(from, to)
      const median = medianOf(before)
      usual = before.length < LEAST_DAYS ? null : { median, spread: medianOf(before.map((ratio) => Math.abs(ratio / median - 1))) * 1.4826 }
      known.set(day, usual)
    }
    return usual
  }
}
