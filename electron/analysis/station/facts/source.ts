import { wholeMinute } from '../../../book/completeness/hour-ends.ts'
import { minutesOf } from '../../../book/completeness/minutes.ts'
import { recordPeriod, type RecordPeriod } from '../../../contract/archives.ts'
import { closingHour } from '../../../contract/time/gas-day.ts'
import type { ArchiveData, ChannelData, StationData } from '../../kernel/data.ts'
import { eventsOf } from './disturbances.ts'
import { hourlyOf } from '../../kernel/amounts/hourly.ts'
import type { Amounts, ConsumptionSource } from '../../kernel/amounts/source.ts'
import { tellingChannels, type Told } from '../../kernel/channels/volume.ts'

/** What rules and health look at, as what consumption is counted from: so that both tell the same. */

interface ToldChannel extends Told {
  channel: ChannelData
}
interface ToldArchive {
  archive: ArchiveData
  every: RecordPeriod
  channels: readonly ToldChannel[]
}

interface ToldBy {
  archive: ArchiveData
  channel: ChannelData
}

/** What a station's consumption is counted from, and the channels that its hours and its days are told by. */
interface StationSource {
  source: ConsumptionSource
  hourly: ToldBy | null
  daily: ToldBy | null
}

const known = new WeakMap<StationData, StationSource | null>()

/** Null where the station has no channel that tells what passed. Without situations: their time is not asked of it. */
export function sourceOf(data: StationData): StationSource | null {
  let source = known.get(data)
  if (source === undefined) known.set(data, (source = makeSource(data)))
  return source
}

function makeSource(data: StationData): StationSource | null {
  const archives = data.archives.flatMap((archive): ToldArchive[] => {
    const every = recordPeriod(archive.archiveType)
    return every === null ? [] : [{ archive, every, channels: archive.channels.map(toldOf) }]
  })
  const chosen = tellingChannels<ToldChannel, ToldArchive>(archives)
  if (typeof chosen === 'string') return null
  const source: ConsumptionSource = {
    unit: chosen.unit,
    channel: chosen.channel,
    hourly: null,
    daily: null,
    monthly: null,
    breaksMs: eventsOf(data, ['meterExchanged']).map(({ atMs }) => atMs),
    abnormal: [],
    substitute: null,
  }
  let hourly: { read: Amounts; minutes: ReadonlyMap<number, number> } | null = null
  const told: Pick<StationSource, 'hourly' | 'daily'> = { hourly: null, daily: null }
  for (const { archive: one, volume, counter } of chosen.archives) {
    const { archive, every } = one
    const amounts = amountsOf(archive, volume, counter)
    const channel = (volume ?? counter)?.channel
    if (channel && every !== 'month') told[every === 'hour' ? 'hourly' : 'daily'] = { archive, channel }
    if (every === 'hour') {
      hourly = { read: amounts, minutes: archive.minutes ?? minutesOf(archive.timesMs) }
      continue
    }
    const timesMs = archive.timesMs.map(wholeMinute)
    const { zone, contractHour } = data.gas
    const own = archive.rhythm && archive.rhythm.every !== 'hour' ? archive.rhythm.clock : null
    const clock = own ?? { zone, contractHour: closingHour(timesMs, zone) ?? contractHour }
    source[every === 'day' ? 'daily' : 'monthly'] = { ...amounts, timesMs, clock }
  }
  if (hourly) source.hourly = hourlyOf(hourly.read, hourly.minutes, source)
  return { source, ...told }
}

const toldOf = (channel: ChannelData): ToldChannel => ({
  channelVarname: channel.channelVarname,
  quantity: channel.meaning.quantity,
  toBase: channel.toBase,
  channel,
})

function amountsOf({ timesMs }: ArchiveData, volume: ToldChannel | null, counter: ToldChannel | null): Amounts {
  const none = () => new Float64Array(timesMs.length).fill(Number.NaN)
  const inM3 = ({ channel: { values }, toBase }: ToldChannel) => {
    const { factor, offset } = toBase ?? { factor: 1, offset: 0 }
    return factor === 1 && offset === 0 ? values : values.map((value) => value * factor + offset)
  }
  return {
    timesMs,
    amounts: volume ? inM3(volume) : none(),
    counts: counter ? inM3(counter) : none(),
    countsAlone: volume === null,
  }
}
