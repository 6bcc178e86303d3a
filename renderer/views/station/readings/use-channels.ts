import { computed, ref, type ComputedRef, type WritableComputedRef } from 'vue'
import type { Place } from '../../../places/readings.ts'
import type { Series } from './use-series.ts'

/** Which channels of the archive are shown, and which one is summed; all as indices in the archive's list. */
export function useChannels(
  series: () => Series | null,
  place: () => Place,
  change: (part: Partial<Place>) => void,
): {
  shown: WritableComputedRef<readonly number[]>
  /** True for each channel that has any number. */
  numeric: ComputedRef<readonly boolean[]>
  /** Channels that can be summed, the likeliest consumption first. */
  summable: ComputedRef<readonly number[]>
  /** The one that is summed; null when none can be. */
  summed: WritableComputedRef<number | null>
} {
  /** At first all that have numbers: counters have panes of their own, which are folded. */
  const usual = computed(() => (series()?.extents ?? []).flatMap((extent, index) => (extent ? [index] : [])))
  const shown = computed<readonly number[]>({
    get: () => {
      const channels = series()?.channels ?? []
      const wished = place().channels
      const isWished = (code: string) => wished?.includes(code) ?? false
      const places = wished ? channels.flatMap((channel, index) => (isWished(channel.channelVarname) ? [index] : [])) : usual.value
      return places.length > 0 ? places : channels.map((_, index) => index)
    },
    set: (places) => change({ channels: places.flatMap((index) => series()?.channels[index]?.channelVarname ?? []) }),
  })

  const summable = computed(() => {
    const kinds = series()?.kinds ?? []
    const places = kinds.map((_, index) => index).filter((index) => kinds[index] !== 'state')
    return places.sort((a, b) => Number(kinds[b] === 'period') - Number(kinds[a] === 'period') || a - b)
  })
  const wishedSum = ref<number | null>(null)
  const summed = computed({
    get: () => {
      const wished = wishedSum.value
      return wished !== null && summable.value.includes(wished) ? wished : (summable.value[0] ?? null)
    },
    set: (next) => (wishedSum.value = next),
  })

  const numeric = computed(() => (series()?.extents ?? []).map((extent) => extent !== null))
  return { shown, numeric, summable, summed }
}
