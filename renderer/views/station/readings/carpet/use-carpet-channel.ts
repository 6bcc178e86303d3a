import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import type { Place } from '../../../../places/readings.ts'
import type { Series } from '../use-series.ts'

/** Which channel of the archive is the carpet: the chosen one, else the first that the chart shows and that is no counter. */
export function useCarpetChannel(
  series: () => Series | null,
  shown: () => readonly number[],
  place: () => Place,
  change: (part: Partial<Place>) => void,
): {
  /** Its index in the archive's list; null where no channel has a number. */
  chosen: WritableComputedRef<number | null>
  /** The channels with numbers. */
  choices: ComputedRef<readonly number[]>
} {
  const choices = computed(() => (series()?.extents ?? []).flatMap((extent, index) => (extent ? [index] : [])))
  const usual = computed(() => {
    const first = [...shown(), ...choices.value].filter((index) => choices.value.includes(index))
    return first.find((index) => series()?.kinds[index] !== 'accumulator') ?? first[0] ?? null
  })
  const chosen = computed({
    get: () => {
      const { channel } = place()
      const wished = choices.value.find((index) => series()?.channels[index]?.channelVarname === channel)
      return wished ?? usual.value
    },
    set: (next) => change({ channel: next === null ? null : (series()?.channels[next]?.channelVarname ?? null) }),
  })
  return { chosen, choices }
}
