import { archiveIn, lifeSums } from '../analysis/answers/readings/readings.ts'
import { lifeArchivesOf } from '../analysis/station/archives.ts'
import type { Book } from '../book/book.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { ReadingView } from '../contract/records.ts'
import { archiveSpan, gasDaySpan, type GasClock } from '../contract/time/gas-day.ts'
import { channelIn } from '../exports/names.ts'
import type { SumsRequest } from '../exports/request.ts'
import { UsageError } from './failure.ts'
import { addsUp } from '../analysis/station/load/accumulator.ts'

export interface SumsAsked {
  stations: readonly number[]
  archives: readonly string[]
  view: ReadingView
  channel: string | undefined
  by: 'day' | 'month'
  /** Gas days, both included; all of the archive where absent. */
  from: string | undefined
  to: string | undefined
}

/**
 * What `export sums` asks for: the consumption of one channel of one archive of one station, by gas days or months.
 * @throws UsageError where that is not what the options name; MeterbookError NOT_IN_BOOK.
 */
export function sumsAsked(book: Book, asked: SumsAsked, gas: GasClock, nowMs: number): SumsRequest {
  const [stationId, other] = asked.stations
  const [archiveType, another] = asked.archives
  if (stationId === undefined || other !== undefined) throw new UsageError('Name one station: --stations 12.')
  if (archiveType === undefined || archiveType === 'all' || another !== undefined)
    throw new UsageError('Name one archive: --archives hourly.')
  const station = book.stations.get(stationId)
  const archives = station ? lifeArchivesOf(book, station) : []
  const found = archives.find((held) => held.archiveType === archiveType && held.view === asked.view)
  if (!found || found.firstMs === null || found.lastMs === null) throw new MeterbookError('NOT_IN_BOOK', { archiveType })
  const life = archiveIn(book, { stationId, archiveType, view: asked.view })
  const newest =
    life.parts.findLast(({ key }) => asked.channel === undefined || book.readings.channels(key).includes(asked.channel)) ?? life.parts[0]
  const codes = found.channels.map(({ channelVarname }) => channelVarname)
  const { channel } = asked
  if (channel === undefined || !codes.includes(channel))
    throw new UsageError(`Name a channel of this archive: --channel ${codes.join('|')}.`)

  if (!addsUp(book.readings, newest.key, channelIn(book, { ...newest.key, typeId: newest.device.equipmentTypeId }, channel)))
    throw new UsageError(
      `${channel} is no amount and no counter, so its records do not add up. Its values are in \`meterbook export readings\`, its mean, least and most of a day in \`meterbook report consumption-daily\`.`,
    )

  const all = archiveSpan(found.firstMs, found.lastMs, gas)
  const range = {
    fromMs: asked.from === undefined ? all.fromMs : gasDaySpan(asked.from, asked.from, gas).fromMs,
    toMs: asked.to === undefined ? all.toMs : gasDaySpan(asked.to, asked.to, gas).toMs,
  }
  const { view, by, from, to } = asked
  const sums = lifeSums(book, life, { channelVarname: channel, range, by, gas, usual: gas, nowMs })
  const { contractHour } = gas
  return { kind: 'sums', stationId, archiveType, view, channelVarname: channel, by, contractHour, ...range, from, to, sums, nowMs }
}
