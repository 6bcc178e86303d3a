import { minutesOf } from '../../../book/completeness/minutes.ts'
import { recordPeriod, type RecordPeriod } from '../../../contract/archives.ts'
import type { ArchiveData, ChannelData } from '../../kernel/data.ts'
import { eventsOf } from './disturbances.ts'
import { amountsOf, assembled, type ToldArchive } from '../../kernel/amounts/assemble.ts'
import type { ConsumptionSource } from '../../kernel/amounts/source.ts'
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
  channel: ChannelData
}

/** What a station's consumption is counted from, and the channels that its hours and its days are told by. */
export interface StationSource {
  source: ConsumptionSource
  hourly: ToldBy | null
  daily: ToldBy | null
}

/** Null where the station has no channel that tells what passed. Without situations: their time is not asked of it. */
export function sourceOf({ data }: Columns): StationSource | null {
  const archives = data.archives.flatMap((archive): MeantArchive[] => {
    const every = recordPeriod(archive.archiveType)
    return every === null ? [] : [{ archive, every, channels: archive.channels }]
  })
  const chosen = tellingChannels<ChannelData, MeantArchive>(archives)
  if (typeof chosen === 'string') return null
  const told: Pick<StationSource, 'hourly' | 'daily'> = { hourly: null, daily: null }
  const read = chosen.archives.map(({ archive: { archive, every }, volume, counter }): ToldArchive => {
    const { timesMs } = archive
    const channel = volume ?? counter
    if (channel && every !== 'month') told[every === 'hour' ? 'hourly' : 'daily'] = { archive, channel }
    const amounts = amountsOf(timesMs, { volume, counter })
    if (every === 'hour') return { every, read: amounts, minutes: archive.minutes ?? minutesOf(timesMs) }
    return { every, read: amounts }
  })
  const { unit, channel } = chosen
  const breaksMs = eventsOf(data, ['meterExchanged']).map(({ atMs }) => atMs)
  return { source: assembled({ unit, channel, breaksMs, abnormal: [], substitute: null }, read), ...told }
}
