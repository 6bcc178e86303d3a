import type { Quantity } from '../../../contract/quantities.ts'
import { channelOf, farthestNeighbourMs, type BasedChannel } from '../../kernel/channels/columns.ts'
import type { ArchiveData, ChannelData, StationData } from '../../kernel/data.ts'
import { exchangedWithin } from './disturbances.ts'
import { COUNTER_OF } from '../../kernel/channels/volume.ts'
import { stepOf } from '../../kernel/channels/step.ts'

/**
 * Counters as volumes (docs/field-rules.md, section H). Many correctors archive their counters alone: what flowed in a record's
 * time is then what the counter rose by since the record before it.
 */

const known = new WeakMap<StationData, Map<ArchiveData, ArchiveData>>()

/**
 * The archive with a volume from each counter that has no volume of the same gas beside it. Such a channel keeps the name
 * of its counter, and `isCounted` tells it apart. The archive itself where there is none to add.
 */
export function withCountedVolumes(data: StationData, archive: ArchiveData): ArchiveData {
  const ofStation = known.get(data) ?? new Map<ArchiveData, ArchiveData>()
  known.set(data, ofStation)
  let found = ofStation.get(archive)
  if (!found) {
    const added = [...COUNTER_OF].flatMap(([volume, counted]) => {
      const counter = channelOf(archive, counted)
      const hasVolume = archive.channels.some(({ meaning }) => meaning.quantity === volume)
      return counter && !hasVolume ? [volumeFrom(data, archive, counter, volume)] : []
    })
    found = added.length === 0 ? archive : { ...archive, channels: [...archive.channels, ...added] }
    ofStation.set(archive, found)
  }
  return found
}

const counted = new WeakSet<Float64Array>()

/** True of a volume that comes from a counter: it may be off by one step of it. */
export const isCounted = ({ values }: Pick<ChannelData, 'values'>): boolean => counted.has(values)

function volumeFrom(data: StationData, archive: ArchiveData, counter: BasedChannel, quantity: Quantity): BasedChannel {
  const values = risesOf(data, archive, counter)
  counted.add(values)
  const { factor } = counter.toBase
  return {
    ...counter,
    meaning: { ...counter.meaning, quantity },
    // The difference of two numbers knows nothing of where their unit begins.
    toBase: { factor, offset: 0 },
    values,
    step: stepOf(counter),
  }
}

/** Counters are written with six decimals at most; what lies behind them is the noise of computing. */
const DECIMALS = 1e6

/**
 * By record: what a counter rose by since the record before it, in its own unit; NaN for the first record, over a gap, over
 * an exchange of the meter and where the counter fell.
 */
export function risesOf(data: StationData, { archiveType, timesMs }: ArchiveData, counter: ChannelData): Float64Array {
  const farthestMs = farthestNeighbourMs(archiveType)
  const { values } = counter
  const rises = new Float64Array(timesMs.length).fill(NaN)
  for (let row = 1; row < timesMs.length; row++) {
    const [fromMs, toMs] = [timesMs[row - 1] as number, timesMs[row] as number]
    const rise = (values[row] as number) - (values[row - 1] as number)
    if (!(rise >= 0) || toMs - fromMs > farthestMs || exchangedWithin(data, fromMs, toMs)) continue
    rises[row] = Math.round(rise * DECIMALS) / DECIMALS
  }
  return rises
}
