import { kindOf } from '../../../../electron/contract/channels.ts'
import type { ChannelInfo } from '../../../../electron/contract/readings.ts'
import type { ReadingView } from '../../../../electron/contract/records.ts'
import { openColumns } from '../../../charts/columns.ts'
import { breakGaps, usualStep } from '../../../charts/gaps.ts'
import { extremesOf } from '../../../charts/numbers.ts'
import { seriesKey } from './archive-key.ts'
import type { RawSeries } from './shown-series.ts'

const NO_VALUES = new Float64Array(0)

/** The answer of `readings.columns` as the chart reads and draws it. */
export async function openSeries(
  archive: { stationId: number; equipmentId?: number; archiveType: string; view: ReadingView },
  answer: {
    columns: Blob
    rows: number
    channels: readonly ChannelInfo[]
    equipmentTypeId: number | null
    total: number
    thinned: boolean
    leftOutMs: readonly number[]
  },
): Promise<RawSeries> {
  const columns = await openColumns(answer.columns, answer.rows, answer.channels.length)
  const stepMs = answer.thinned ? null : usualStep(columns.times)
  return {
    key: seriesKey(archive, archive),
    equipmentTypeId: answer.equipmentTypeId,
    channels: answer.channels,
    columns,
    broken: breakGaps(columns, stepMs),
    extents: columns.values.map(extremesOf),
    kinds: answer.channels.map((channel, index) => kindOf(channel, columns.values[index] ?? NO_VALUES)),
    stepMs,
    total: answer.total,
    thinned: answer.thinned,
    leftOut: new Set(answer.leftOutMs),
  }
}
