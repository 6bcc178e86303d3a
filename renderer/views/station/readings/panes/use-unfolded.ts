import { computed, shallowRef, watch, type Ref, type WritableComputedRef } from 'vue'
import { panesOf, type Arrangement } from '../../../../charts/panes/arrangement.ts'
import { groupsOf } from '../../../../charts/panes/groups.ts'
import { asChosen, provingKeys, unfolded, type Proof } from '../../../../charts/panes/proof.ts'
import type { Series } from '../use-series.ts'

/** The chosen arrangement, in which what proves the marked finding is unfolded once: whoever folds it again has seen it. */
export function useUnfolded(
  chosen: Ref<Arrangement>,
  proof: () => Proof | null,
  drawn: () => { series: Pick<Series, 'channels' | 'kinds'>; shown: readonly number[] },
): WritableComputedRef<Arrangement> {
  const proving = shallowRef<readonly string[]>([])
  watch(
    // Records that come, and the time that goes on, are no other finding.
    () => JSON.stringify([proof(), drawn().series.channels, drawn().shown]),
    () => {
      const { series, shown } = drawn()
      const wanted = proof()
      const panes = wanted ? panesOf(groupsOf(series.channels, series.kinds, shown), chosen.value) : []
      proving.value = wanted ? provingKeys(panes, series.channels, wanted) : []
    },
    { immediate: true },
  )
  return computed({
    get: () => unfolded(chosen.value, proving.value),
    set(next) {
      chosen.value = asChosen(next, chosen.value, proving.value)
      proving.value = proving.value.filter((key) => next.folded[key] === false)
    },
  })
}
