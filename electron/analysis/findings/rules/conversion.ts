import { firstWhere } from '../../../contract/bisect.ts'
import type { NotEvaluated, Thresholds } from '../../../contract/rules.ts'
import { dayNumberAt } from '../../../contract/time/day.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { medianOf } from '../../select.ts'
import { areNeighbours, beginOf, consumptionOf, sumOf } from '../columns.ts'
import { dailyRatios, impliedFactor, type Implied } from '../conversion-factor.ts'
import type { StationData } from '../data.ts'
import { dependsOn } from '../part.ts'
import { NO_EVIDENCE, cannotJudge, stampsOf, touches } from '../record-runs.ts'
import type { Found, Rule } from '../rule.ts'

/**
 * Definition: Standard volume ÷ working volume differs from P·Tst/(Pst·T); where pressure is not known, from its own
 * median of the 30 days before. Small volumes are summed until rounding no longer matters. Above 300 kPa without a
 * compressibility, the ratio to the formula is held against its own median too. Gaps, zeros and meter exchanges are
 * left out.
 * Needs: Standard and working volumes in one archive; for the formula also pressure, temperature and whether the
 * pressure is absolute or gauge.
 * Source: SAP, gas conversion (a1); docs.aveva.com/bundle/measurement-advisor-cloud, 365641 (v1).
 */
export const rule: Rule<'conversion'> = {
  code: 'conversion',
  reach: { beforeDays: 34, afterDays: 2 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const factor = impliedFactor(data)
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
/** What compressibility may add to the factor: half a percent a bar, more than any natural gas at −20 °C. */
const COMPRESSED_A_KPA = 0.005 / 100
/** One record off may be one in which the pressure jumped. */
const LEAST_RECORDS = 2
/** Without pressure, the factor follows the weather and the regulator: only what is far beyond its own spread is off. */
const SPREAD = 6

interface Off {
  detail: 'formula' | 'median'
  /** A share, with its sign. */
  off: number
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
    worst: number
  }
  const runs: Run[] = []
  let last: Run | null = null
  for (let at = begin; at < blocks.from.length; at++) {
    const [from, to] = [blocks.from[at] as number, blocks.to[at] as number]
    if ((timesMs[from] as number) > window.toMs && last === null) break
    const off = offOf(at)
    if (!off) last = null
    else if (
      last &&
      last.detail === off.detail &&
      areNeighbours(archiveType, timesMs[last.to] as number, timesMs[from] as number)
    ) {
      last.to = to
      if (Math.abs(off.off) > Math.abs(last.off)) {
        last.off = off.off
        last.worst = at
      }
    } else runs.push((last = { ...off, from, to, worst: at }))
  }
  const m3 = consumptionOf(archive)
  return runs.flatMap(({ from, to, worst, detail, off }): Found[] => {
    const fromMs = beginOf(archiveType, timesMs[from] as number, data.gas)
    const toMs = timesMs[to] as number
    if (archiveType === 'hourly' && to - from + 1 < LEAST_RECORDS) return []
    if (!touches(fromMs, toMs, window)) return []
    const formula = blocks.formula[worst] as number
    return [
      {
        flag: detail === 'formula' ? 4 : 3,
        archiveType,
        channelVarname: null,
        fromMs,
        toMs,
        measure: Math.abs(off) * 100,
        threshold: (detail === 'formula' ? thresholds.formula : thresholds.median) ?? null,
        unit: 'percent',
        m3: sumOf(m3, from, to),
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

/** How far a block is off, or null. */
function judgeOf(data: StationData, factor: Implied, thresholds: Thresholds['conversion']): (at: number) => Off | null {
  const { blocks, by, hasCompressibility } = factor
  const formulaShare = (thresholds.formula ?? Infinity) / 100
  const medianShare = (thresholds.median ?? Infinity) / 100
  const usualAt = usualOf(data, factor)
  return (at) => {
    const ratio = blocks.ratio[at] as number
    const rounding = blocks.rounding[at] as number
    if (by !== 'formula') {
      const usual = usualAt(at)
      if (!usual) return null
      const off = ratio / usual.median - 1
      return Math.abs(off) > Math.max(medianShare + rounding, SPREAD * usual.spread) ? { detail: 'median', off } : null
    }
    const kPa = blocks.pressureKPa[at] as number
    const most = formulaShare + rounding
    const isReal = !hasCompressibility && kPa > IDEAL_KPA
    const allowed = isReal ? kPa * COMPRESSED_A_KPA : 0
    if (ratio - 1 < -most || ratio - 1 > most + allowed) return { detail: 'formula', off: ratio - 1 }
    if (!isReal || Math.abs(ratio - 1) <= most) return null
    const usual = usualAt(at)
    const off = usual ? ratio / usual.median - 1 : 0
    return Math.abs(off) > most ? { detail: 'formula', off } : null
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
      const { days, ratios } = dailyRatios(factor.archive, factor.blocks)
      const to = firstWhere(0, days.length, (place) => (days[place] as number) >= day)
      const from = firstWhere(0, to, (place) => (days[place] as number) >= day - MEDIAN_DAYS)
      const before = ratios.subarray(from, to)
      const median = medianOf(before)
      usual = before.length < LEAST_DAYS ? null : { median, spread: medianOf(before.map((ratio) => Math.abs(ratio / median - 1))) * 1.4826 } // oxfmt-ignore
      known.set(day, usual)
    }
    return usual
  }
}
