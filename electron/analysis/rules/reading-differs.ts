import type { MeterReadingData, QuantityBeside } from '../kernel/data.ts'
import { judgedBeside, type Judged } from '../kernel/meter-verdict.ts'
import type { Found, Rule, Subject } from './say/rule.ts'
import { cannotJudge, evidenceOf } from './say/verdict.ts'

/**
 * Definition: A counter that an engineer read at the meter lies beyond telemetry's nearest records on both sides of that moment, by more than the tolerance: the coarser last digit of the two, what can flow in the minutes by which two clocks may differ, or a share of what flowed since the counter was compared last (else since the archive begins), whichever is most; never a share of the counter itself. What lies between the two records is not judged: the counter passed it at some moment between them.
 * Needs: A reading at the meter, and a record of the counter before and after it.
 * Source: docs/field-rules.md, section H (control readings).
 */
export const rule: Rule<'reading_differs'> = {
  code: 'reading_differs',
  reach: 'all',
  recentDays: 0,
  judge({ meterReadings = [] }, thresholds) {
    if (meterReadings.length === 0) return cannotJudge('no_meter_reading')
    const judged = meterReadings.flatMap((reading) =>
      reading.quantities.flatMap((beside) => {
        const verdict = judgedBeside(beside, thresholds)
        return verdict ? [{ reading, beside, verdict }] : []
      }),
    )
    if (judged.length === 0) return cannotJudge('nothing_to_compare')
    const subjects = new Map(judged.map(({ beside }) => [JSON.stringify(subjectOf(beside)), subjectOf(beside)]))
    return {
      found: judged.flatMap(({ reading, beside, verdict }) => (verdict.verdict === 'within' ? [] : [foundIn(reading, beside, verdict)])),
      evaluated: [...subjects.values()],
      notEvaluated: [],
    }
  },
}

const subjectOf = ({ telemetry }: QuantityBeside): Subject => ({
  archiveType: telemetry?.archiveType ?? null,
  channelVarname: telemetry?.channelVarname ?? null,
})

function foundIn({ atMs }: MeterReadingData, beside: QuantityBeside, { tolerance, verdict }: Judged): Found {
  const { said, difference, telemetry } = beside
  const records = [...new Set([telemetry?.before?.atMs, telemetry?.after?.atMs].filter((ms) => ms !== undefined))]
  return {
    flag: verdict === 'far' ? 4 : 3,
    ...subjectOf(beside),
    fromMs: Math.min(atMs, ...records),
    toMs: Math.max(atMs, ...records),
    measure: Math.abs(difference ?? 0),
    threshold: tolerance,
    unit: 'm3',
    m3: null,
    detail: null,
    evidence: evidenceOf({ records, numbers: { read: said ?? NaN, told: telemetry?.value ?? NaN, readAtMs: atMs } }),
  }
}
