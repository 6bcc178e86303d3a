import { wholeMinute } from '../../../book/completeness/hour-ends.ts'
import { minutesOf } from '../../../book/completeness/minutes.ts'
import { recordPeriod, type RecordPeriod } from '../../../contract/archives.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import type { ArchiveData, ChannelData, StationData } from '../../kernel/data.ts'
import { eventsOf } from './disturbances.ts'
import { amountsOf, assembled, type ToldArchive } from '../../kernel/amounts/assemble.ts'
import { VOLUME_UNITS, type ConsumptionSource, type VolumeUnit } from '../../kernel/amounts/source.ts'
import { tellingChannels } from '../../kernel/channels/channel.ts'
import type { Columns } from './columns.ts'

/** Rules and health look at this, as what consumption is counted from: so both tell the same. */

interface MeantArchive {
  archive: ArchiveData
  every: RecordPeriod
  channels: readonly ChannelData[]
}

interface ToldBy {
  archive: ArchiveData
  volume: ChannelData | null
  counter: ChannelData | null
  /** The volume, else the counter. */
  channel: ChannelData
}

/** What a station's consumption is counted from, and the channels that its hours and its days are told by. */
export interface StationSource {
  source: ConsumptionSource
  hourly: ToldBy | null
  daily: ToldBy | null
}

/**
 * Null where the station has no channel that tells what passed. Without situations: their time is not asked of it.
 * @param only by channels of this unit alone; by the best that there are when absent
 */
export function sourceOf({ data }: Pick<Columns, 'data'>, only?: VolumeUnit): StationSource | null {
  const archives = data.archives.flatMap((archive): MeantArchive[] => {
    const every = recordPeriod(archive.archiveType)
    return every === null ? [] : [{ archive, every, channels: archive.channels }]
  })
  const chosen = tellingChannels<ChannelData, MeantArchive>(archives, only)
  if (typeof chosen === 'string') return null
  const told: Pick<StationSource, 'hourly' | 'daily'> = { hourly: null, daily: null }
  const read = chosen.archives.map(({ archive: { archive, every }, volume, counter }): ToldArchive => {
    const { timesMs } = archive
    const channel = volume ?? counter
    if (channel && every !== 'month') told[every === 'hour' ? 'hourly' : 'daily'] = { archive, volume, counter, channel }
    const amounts = amountsOf(timesMs, { volume, counter })
    if (every === 'hour') return { every, read: amounts, minutes: archive.minutes ?? minutesOf(timesMs) }
    return { every, read: amounts }
  })
  const { unit, channel } = chosen
  const breaksMs = eventsOf(data, ['meterExchanged']).map(({ atMs }) => atMs)
  return { source: assembled({ unit, channel, breaksMs, abnormal: [], substitute: null }, read), ...told }
}

/** The data without the values that consumption does not believe, of each m³ that it counts. */
export function withoutRefuted(data: StationData): StationData {
  const believed = new Map<ChannelData, Float64Array>()
  for (const unit of VOLUME_UNITS) {
    const told = sourceOf({ data }, unit)
    for (const { archive: of, what, atMs } of told?.source.refuted ?? []) {
      const { archive, [what]: channel = null } = told?.[of] ?? {}
      if (!archive || !channel) continue
      const values = believed.get(channel) ?? channel.values.slice()
      const row = firstWhere(0, values.length, (at) => wholeMinute(archive.timesMs[at] as number) >= wholeMinute(atMs))
      values[row] = Number.NaN
      believed.set(channel, values)
    }
  }
  if (believed.size === 0) return data
  const archives = data.archives.map((archive) => ({
    ...archive,
    channels: archive.channels.map((channel) => ({ ...channel, values: believed.get(channel) ?? channel.values })),
  }))
  return { ...data, archives }
}
