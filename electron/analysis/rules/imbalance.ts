import { isBeyond, isMostly } from '../kernel/balance/balance.ts'
import type { BranchDays } from '../kernel/data.ts'
import type { Thresholds } from '../../contract/rules.ts'
import { withoutNoise } from '../../contract/units.ts'
import type { Found, Rule } from './say/rule.ts'
import { NO_EVIDENCE, touches } from './say/verdict.ts'

/** Days in a row of which so many have to be beyond the uncertainty. */
const WEEK = 7

/**
 * Definition: What goes into a branch of the network differs from what comes out of it by more than the devices' limits of error explain, on so many gas days of seven (suspect), or on so many in a row (fail). Compared are the hours of which every station of the branch has a number; a day with less than half of its hours is not judged, and no row of days goes over it. The uncertainty is twice the root of the sum of squares of each station's limit of error times its volume; of a station whose limit nobody typed in it is 1 %. The finding stands at the first station that goes in.
 * Needs: A branch that somebody drew, and volumes of all of its stations for the same time.
 * Source: alfaopt.ru/a200997 (b1); docs/field-rules.md, section H.
 */
export const rule: Rule<'imbalance'> = {
  code: 'imbalance',
  reach: 'all',
  recentDays: 0,
  ofBranches: true,
  judge({ branches }, thresholds, window) {
    const subject = { archiveType: null, channelVarname: null }
    const own = branches?.() ?? []
    // Where no branch begins, nothing was looked at.
    if (own.length === 0) return { found: [], evaluated: [], notEvaluated: [] }
    const found = own.flatMap((branch) => imbalancesOf(branch, thresholds)).filter((one) => touches(one, window))
    const isJudged = own.some(({ days }) => days.some((day) => isJudgedDay(day)))
    return isJudged || found.length > 0
      ? { found, evaluated: [subject], notEvaluated: [] }
      : { found, evaluated: [], notEvaluated: [{ ...subject, why: 'nothing_to_compare' }] }
  },
}

type BranchDay = BranchDays['days'][number]

const isJudgedDay = (day: BranchDay): boolean => day.differenceM3 !== null && isMostly(day)

function imbalancesOf({ id, name, days }: BranchDays, { days: least, row }: Thresholds['imbalance']): Found[] {
  const beyond = days.map((day) => isJudgedDay(day) && isBeyond(day))
  return stretchesOf(beyond, least ?? Infinity, row ?? Infinity).map(({ first, last, longest }): Found => {
    const own = days.slice(first, last + 1).filter((_, at) => beyond[first + at])
    const sumOf = (of: (day: BranchDay) => number | null) => own.reduce((sum, day) => sum + (of(day) ?? 0), 0)
    const [input, difference, uncertainty] = [
      sumOf((day) => day.inputM3),
      sumOf((day) => day.differenceM3),
      sumOf((day) => day.uncertaintyM3),
    ]
    const percent = (m3: number) => (input > 0 ? (Math.abs(m3) / input) * 100 : null)
    return {
      flag: longest >= (row ?? Infinity) ? 4 : 3,
      archiveType: null,
      channelVarname: null,
      fromMs: (days[first] as BranchDay).fromMs,
      toMs: (days[last] as BranchDay).toMs,
      measure: percent(difference),
      threshold: percent(uncertainty),
      unit: input > 0 ? 'percent' : null,
      m3: withoutNoise(Math.abs(difference), input),
      detail: difference >= 0 ? 'lost' : 'gained',
      evidence: {
        ...NO_EVIDENCE,
        numbers: {
          input: withoutNoise(input),
          output: withoutNoise(sumOf((day) => day.outputM3)),
          difference: withoutNoise(difference, input),
          uncertainty: withoutNoise(uncertainty),
          beyondDays: own.length,
          hoursCompared: sumOf((day) => day.hoursCompared),
          hoursOfDays: sumOf((day) => day.hours),
        },
        branch: { id, name },
      },
    }
  })
}

interface Stretch {
  first: number
  last: number
  /** The most days beyond in a row. */
  longest: number
}

/** From the first to the last day beyond, of days of which any seven in a row have enough, or of which enough follow one another. */
function stretchesOf(beyond: readonly boolean[], least: number, row: number): Stretch[] {
  const stretches: Stretch[] = []
  let inARow = 0
  beyond.forEach((isBeyondNow, at) => {
    inARow = isBeyondNow ? inARow + 1 : 0
    if (!isBeyondNow) return
    const from = Math.max(0, at - WEEK + 1)
    const places = Array.from({ length: at - from + 1 }, (_, nth) => from + nth).filter((place) => beyond[place])
    const first = places.length >= least ? places[0] : inARow >= row ? at - inARow + 1 : undefined
    if (first === undefined) return
    const before = stretches.at(-1)
    if (before && first <= before.last) {
      before.last = at
      before.longest = Math.max(before.longest, inARow)
    } else stretches.push({ first, last: at, longest: inARow })
  })
  return stretches
}
