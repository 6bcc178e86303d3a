import { computed, type ComputedRef } from 'vue'
import type { ChannelKind } from '../../../electron/contract/channels.ts'
import type { GasClock, TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import { cellsOf, type CarpetCells } from '../../charts/carpet/cells.ts'
import type { Seam } from '../../charts/seams.ts'
import type { CellKind } from '../../places/readings.ts'
import { rangeOf, type CarpetRange } from '../../charts/carpet/range.ts'
import { scaleOf, type CarpetScale } from '../../charts/carpet/scale.ts'
import { stateOf, valuesOf, type CellState, type CellValues } from '../../charts/carpet/values.ts'

export interface CarpetAsked {
  kind: CellKind
  span: TimeSpan
  gas: GasClock
  /** Times of the archive's records and the channel's values. */
  times: Float64Array
  column: Float64Array
  channelKind: ChannelKind
  seams: readonly Seam[]
  lacking: readonly TimeSpan[]
  nowMs: number
  /** The colours span all values, spikes too. */
  whole: boolean
  dark: boolean
}

export interface Carpet {
  cells: CarpetCells
  found: CellValues
  states: readonly CellState[]
  range: CarpetRange | null
  scale: CarpetScale | null
}

/** The carpet in the steps in which it changes: cells with the span, values with the channel, colours with the theme. */
export function useCarpet(asked: () => CarpetAsked): ComputedRef<Carpet> {
  const one = <K extends keyof CarpetAsked>(key: K) => computed(() => asked()[key])
  const [kind, span, gas, dark, whole] = [one('kind'), one('span'), one('gas'), one('dark'), one('whole')]
  const [times, column, channelKind, seams] = [one('times'), one('column'), one('channelKind'), one('seams')]
  const cells = computed(() => cellsOf(kind.value, span.value, gas.value))
  const found = computed(() => valuesOf(cells.value, times.value, column.value, channelKind.value, seams.value))
  const states = computed(() => {
    const { lacking, nowMs } = asked()
    return Array.from({ length: cells.value.length }, (_, cell) => stateOf(cells.value, found.value, cell, lacking, nowMs))
  })
  const range = computed(() => rangeOf(found.value.values, whole.value))
  const scale = computed(() => range.value && scaleOf(range.value, dark.value))
  return computed(() => ({
    cells: cells.value,
    found: found.value,
    states: states.value,
    range: range.value,
    scale: scale.value,
  }))
}
