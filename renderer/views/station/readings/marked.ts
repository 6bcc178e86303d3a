import { computed, type ComputedRef } from 'vue'
import type { FindingRow } from '../../../../electron/contract/findings.ts'
import type { Flag } from '../../../../electron/contract/rules.ts'
import type { TimeSpan } from '../../../../electron/contract/time/gas-day.ts'
import { proofOf, type Proof } from '../../../charts/panes/proof.ts'
import { client } from '../../../client.ts'
import { useProgram } from '../../../stores/program.ts'
import { useQuestion } from '../../../stores/question.ts'
import { spanOf } from '../../../places/findings.ts'
import type { Place } from '../../../places/readings.ts'

/** A time that is marked in the readings, in the colour of a flag. */
export interface MarkedSpan extends TimeSpan {
  flag: Flag
  /** The evidence of the finding; absent for a time without one. */
  proof?: Proof
}

/** The address marks a finding, which is asked for, or a time. */
export function useMarked(
  stationId: () => number,
  place: () => Place,
): { finding: ComputedRef<FindingRow | null>; span: ComputedRef<MarkedSpan | null> } {
  const program = useProgram()
  const { data } = useQuestion(
    async (signal) => {
      const id = place().finding
      if (id === null) return null
      const { findings } = await client.findings.ofStation({ stationId: stationId() }, { signal })
      return findings.find((one) => one.id === id) ?? null
    },
    { sources: () => [stationId(), place().finding], topics: ['findings'], stationId },
  )
  const finding = computed(() => (data.value?.id === place().finding ? data.value : null))
  const span = computed((): MarkedSpan | null => {
    if (finding.value) {
      const { flag } = finding.value
      return { ...spanOf(finding.value, program.nowMs), flag, proof: proofOf(finding.value) }
    }
    const { mark } = place()
    return mark && { ...mark, flag: 3 }
  })
  return { finding, span }
}
