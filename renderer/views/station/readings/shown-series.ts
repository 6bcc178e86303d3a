import type { ChannelKind } from '../../../../electron/contract/channels.ts'
import type { ChannelInfo, RefutedValue } from '../../../../electron/contract/readings.ts'
import type { ShownUnit } from '../../../../electron/contract/shown-units.ts'
import type { Columns } from '../../../charts/columns.ts'
import { converted } from '../../../../electron/contract/units.ts'
import type { Refutal } from '../../../stores/words/units.ts'
import { breakSeams, type Seam } from '../../../charts/seams.ts'

/** One archive in memory: `columns` as they came, for reading; `broken` with a row of NaN in each gap, for drawing. */
export interface RawSeries {
  /** The station, its device where it is one alone, and the archive it was read from (see `seriesKey`). */
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
  /** Stamps of records between the hours that count in no sum. */
  leftOut: ReadonlySet<number>
}

/** An archive in the units that it is shown in: `channels`, `columns`, `broken` and `extents` are in these. */
export interface Series extends RawSeries {
  /** The channels with the units as they were sent. */
  sent: readonly ChannelInfo[]
  /** How each channel is shown. */
  shown: readonly ShownUnit[]
  /** Where one device follows another: no counter is differenced over it, and no line leads over it. */
  seams: readonly Seam[]
  /** Values that do not count, by the code of their channel and the stamp of their record. */
  refuted: ReadonlyMap<string, ReadonlyMap<number, Refutal>>
  /** `columns` with what counts in place of what does not: for whoever adds up. */
  believed: Columns
}

/** The values that do not count, in the units that their channels are shown in. */
function refutedIn(values: readonly RefutedValue[], channels: readonly ChannelInfo[], shown: readonly ShownUnit[]): Series['refuted'] {
  const refuted = new Map<string, Map<number, Refutal>>()
  for (const { atMs, channelVarname, why, instead } of values) {
    const unit = shown[channels.findIndex((channel) => channel.channelVarname === channelVarname)]
    const own = refuted.get(channelVarname) ?? new Map<number, Refutal>()
    own.set(atMs, { why, instead: instead !== null && unit?.converted ? converted(instead, unit) : instead })
    refuted.set(channelVarname, own)
  }
  return refuted
}

/** Columns with what counts in place of the values that do not. */
export function believedIn({ times, values }: Columns, channels: readonly ChannelInfo[], refuted: Series['refuted']): Columns {
  const believed = values.map((column, index) => {
    const own = refuted.get(channels[index]?.channelVarname ?? '')
    return own
      ? column.map((value, row) => (own.has(times[row] as number) ? (own.get(times[row] as number)?.instead ?? NaN) : value))
      : column
  })
  return { times, values: believed }
}

/** NaN stays NaN: a gap is a gap in every unit. */
const inUnit = (values: Float64Array, { factor, offset }: ShownUnit): Float64Array => values.map((value) => value * factor + offset)

/** Columns as they came, in the units that their channels are shown in. */
export function columnsIn(columns: Columns, shown: readonly ShownUnit[]): Columns {
  if (!shown.some(({ converted }) => converted)) return columns
  const values = columns.values.map((sent, index) => {
    const unit = shown[index]
    return unit?.converted ? inUnit(sent, unit) : sent
  })
  return { ...columns, values }
}

/**
 * The archive in the units that its channels are shown in: the one place where charts, their axes, cursors and sums take
 * values from. Channels keep their names; the unit is the shown one, marked where it is converted.
 * @param shown how each channel is shown, in the order of the channels
 * @param seams of the station's devices: lines break there
 * @param untrue the values that do not count
 */
export function inShownUnits(
  raw: RawSeries,
  shown: readonly ShownUnit[],
  header: (unit: ShownUnit) => string,
  seams: readonly Seam[] = [],
  untrue: readonly RefutedValue[] = [],
): Series {
  const series = { ...raw, seams, broken: breakSeams(raw.broken, seams) }
  const columns = columnsIn(series.columns, shown)
  const refuted = refutedIn(untrue, series.channels, shown)
  return {
    ...series,
    refuted,
    believed: refuted.size === 0 ? columns : believedIn(columns, series.channels, refuted),
    sent: series.channels,
    shown,
    channels: series.channels.map((channel, index) => {
      const unit = shown[index]
      if (!unit || unit.unitText === '') return channel
      return { ...channel, unitName: unit.converted ? header(unit) : unit.unitText }
    }),
    columns,
    broken: columnsIn(series.broken, shown),
    extents: series.extents.map((extent, index) => {
      const unit = shown[index]
      if (!extent || !unit?.converted) return extent
      const [low, high] = extent
      return [low * unit.factor + unit.offset, high * unit.factor + unit.offset] as const
    }),
  }
}
