import { firstWhere } from '../../contract/bisect.ts'
import { recordPeriod } from '../../contract/archives.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { ArchiveData, StationData } from '../kernel/data.ts'

/** A record of a day or month may be stamped anywhere in it. */
const PERIOD_MS = 32 * DAY_MS

/**
 * The same station with the readings of a range alone, which are not copied: a rule computes no more than it looks at.
 */
export const sliced = (data: StationData, range: TimeSpan): StationData => ({
  ...data,
  archives: data.archives.map((archive) => slicedArchive(archive, range)),
  part: { range, whole: data.whole ?? timeOf(data), isShort: false },
})

/** From the first to the last record; nothing where there is none. */
const timeOf = ({ archives }: StationData): TimeSpan => ({
  fromMs: Math.min(Infinity, ...archives.map(({ timesMs }) => timesMs[0] ?? Infinity)),
  toMs: Math.max(-Infinity, ...archives.map(({ timesMs }) => timesMs.at(-1) ?? -Infinity)),
})

function slicedArchive(archive: ArchiveData, { fromMs, toMs }: TimeSpan): ArchiveData {
  const { timesMs, channels, due } = archive
  const before = recordPeriod(archive.archiveType) === 'hour' ? 0 : PERIOD_MS
  const [from, to] = placesIn(timesMs, fromMs - before, toMs)
  return {
    ...archive,
    timesMs: timesMs.subarray(from, to),
    channels: channels.map((channel) => ({ ...channel, values: channel.values.subarray(from, to) })),
    due: due && slicedDue(due, fromMs, toMs),
  }
}

function slicedDue({ due, present, reasonAt }: NonNullable<ArchiveData['due']>, fromMs: number, toMs: number) {
  const [from, to] = placesIn(due, fromMs, toMs)
  return {
    due: due.subarray(from, to),
    present: present.subarray(from, to),
    reasonAt: (place: number) => reasonAt(place + from),
  }
}

function placesIn(times: Float64Array, fromMs: number, toMs: number): [from: number, to: number] {
  const from = firstWhere(0, times.length, (at) => (times[at] as number) >= fromMs)
  return [from, firstWhere(from, times.length, (at) => (times[at] as number) > toMs)]
}
