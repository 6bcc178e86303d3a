import type { Book } from '../../../book/index.ts'
import { unitConversion } from '../../../contract/unit-conversion.ts'
import { converted, isSameUnit } from '../../../contract/units.ts'
import { joinedColumns } from '../../../contract/joined-columns.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import type { ChannelInfo, RefutedValue } from '../../../contract/readings.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { gasDaySpan } from '../../../contract/time/gas-day.ts'
import { archiveIn, lifeSums } from '../readings/readings.ts'
import type { Held } from './archive.ts'
import { channelOfQuantity, measuredIn } from './measured.ts'
import { lineOf, lineOfDays, ownClock, type Line, type LineSource } from './points.ts'

/**
 * One line over all devices that a station had. A day's amounts are the station's consumption where that is counted from the
 * channel; else of each device the channel that has the quantity, in the unit of the newest. What
 * cannot be brought into it is left out. A day that two devices share is one point.
 */
export function lineOfLife(
  book: Book,
  { station, archive, parts }: Held,
  {
    quantity,
    channel,
    refuted,
  }: { quantity: Quantity; channel: ChannelInfo; refuted: (part: Held['parts'][number]) => readonly RefutedValue[] },
  source: Omit<LineSource, 'key' | 'device' | 'channelVarname' | 'refuted'>,
): Line {
  const { kind, points, span, axis, usual, nowMs } = source
  if (points === 'day' && kind !== 'state' && recordPeriod(archive.archiveType) !== 'month') {
    const gas = ownClock(book, { key: archive, gas: source.gas })
    const { channelVarname } = channel
    const asked = { channelVarname, range: gasDaySpan(span.from, span.to, gas), by: 'day', gas, usual, nowMs } as const
    const { rows, isTold } = lifeSums(book, archiveIn(book, { ...archive, stationId: station.id, equipmentId: undefined }), asked)
    const known = ({ expected, lacking }: (typeof rows)[number]) => (expected ?? 0) - lacking
    if (isTold)
      return lineOfDays(
        rows.map((row) => ({ ...row, records: known(row) })),
        axis,
      )
  }
  const lines = parts.flatMap((part): Line[] => {
    const { device, archive } = part
    const own = channelOfQuantity(measuredIn(book, device, archive), quantity, channel.channelVarname)
    const change = own && unitConversion(own.unitName, channel.unitName)
    if (!own || (!change && own.unitName !== channel.unitName)) return []
    const untrue = kind === 'state' ? [] : refuted(part)
    const line = lineOf(book, { ...source, key: archive, device, channelVarname: own.channelVarname, refuted: untrue })
    return [!change || isSameUnit(change) ? line : { ...line, values: line.values.map((value) => converted(value, change)) }]
  })
  const [first, second] = lines
  return first && !second ? first : lines.reduce((a, b) => bothLines(a, b, kind === 'state'), EMPTY)
}
const NONE = new Float64Array(0)
const EMPTY: Line = { positions: NONE, values: NONE, complete: null, times: null, stepMs: null }

function bothLines(a: Line, b: Line, isState: boolean): Line {
  if (a.values.length === 0) return b
  if (b.values.length === 0) return a
  const isShared = a.positions.at(-1) === b.positions[0]
  const join = (before: Float64Array, after: Float64Array, both: (x: number, y: number) => number): Float64Array => {
    if (!isShared) return joinedColumns([before, after])
    const shared = both(before.at(-1) as number, after[0] as number)
    return joinedColumns([before.subarray(0, -1), Float64Array.of(shared), after.subarray(1)])
  }
  return {
    positions: join(a.positions, b.positions, (x) => x),
    values: join(a.values, b.values, (x, y) => (isState ? (x + y) / 2 : x + y)),
    complete: a.complete && b.complete && join(a.complete, b.complete, (x, y) => Math.min(1, x + y)),
    times: a.times && b.times && join(a.times, b.times, (_, y) => y),
    stepMs: b.stepMs ?? a.stepMs,
  }
}
