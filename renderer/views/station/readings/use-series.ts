import { computed } from 'vue'
import { kindOf, type ChannelKind } from '../../../../electron/contract/channels.ts'
import type { ChannelInfo } from '../../../../electron/contract/readings.ts'
import { openColumns, type Columns } from '../../../charts/columns.ts'
import { breakGaps, usualStep } from '../../../charts/gaps.ts'
import { extremesOf } from '../../../charts/numbers.ts'
import { useQuestion, type Question } from '../../../stores/question.ts'
import { keyOf } from './archives.ts'
import { columnsQuery, type SeriesQuestion } from './queries.ts'

/** One archive in memory: `columns` as they came, for reading; `broken` with a row of NaN in each gap, for drawing. */
export interface Series {
  /** The station and the archive it was read from (see `keyOf`). */
  key: string
  /** The type of the station's device; null where the directory has none. */
  equipmentTypeId: number | null
  channels: readonly ChannelInfo[]
  columns: Columns
  broken: Columns
  /** Lowest and highest number of each channel; null for one without any. */
  extents: readonly (readonly [number, number] | null)[]
  kinds: readonly ChannelKind[]
  stepMs: number | null
  /** Records in the book; more than rows when `thinned`. */
  total: number
  thinned: boolean
}

const NO_VALUES = new Float64Array(0)

/** Loads one archive whole; null where there is nothing to load. The old one stays until the new one is there. */
export function useSeries(asked: () => SeriesQuestion | null): Question<Series | null> {
  // A deep watcher would run on every change it has read; a computed text changes only when the question does.
  const identity = computed(() => JSON.stringify(asked()))
  return useQuestion(
    async (signal) => {
      const question = asked()
      if (!question) return null
      const answer = await columnsQuery.ask(question, signal)
      const columns = await openColumns(answer.columns, answer.rows, answer.channels.length)
      const stepMs = answer.thinned ? null : usualStep(columns.times)
      return {
        key: `${question.stationId}|${keyOf(question)}`,
        equipmentTypeId: answer.equipmentTypeId,
        channels: answer.channels,
        columns,
        broken: breakGaps(columns, stepMs),
        extents: columns.values.map(extremesOf),
        kinds: answer.channels.map((channel, index) => kindOf(channel, columns.values[index] ?? NO_VALUES)),
        stepMs,
        total: answer.total,
        thinned: answer.thinned,
      }
    },
    { sources: () => identity.value, topics: ['readings'], stationId: () => asked()?.stationId ?? -1 },
  )
}
