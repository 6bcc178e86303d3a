import { consumptionOf } from '../analysis/answers/readings/sums.ts'
import { leftOutOf } from '../analysis/station/facts/between-hours.ts'
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
  const equipmentId = book.stations.get(stationId)?.equipmentId ?? null
  const archives = equipmentId === null ? [] : book.readings.archives(equipmentId)
  const archive = archives.find((held) => held.archiveType === archiveType && held.view === asked.view)
  if (!archive) throw new MeterbookError('NOT_IN_BOOK', { archiveType })
  const { channel } = asked
  if (channel === undefined || !archive.channels.includes(channel))
    throw new UsageError(`Name a channel of this archive: --channel ${archive.channels.join('|')}.`)

  const typeId = book.stations.get(stationId)?.equipmentTypeId ?? null
  if (!addsUp(book.readings, archive, channelIn(book, { ...archive, typeId }, channel)))
    throw new UsageError(
      `${channel} is no amount and no counter, so its records do not add up. Its values are in \`meterbook export readings\`, its mean, least and most of a day in \`meterbook report consumption-daily\`.`,
    )

  const all = archiveSpan(archive.firstMs, archive.lastMs, gas)
  const range = {
    fromMs: asked.from === undefined ? all.fromMs : gasDaySpan(asked.from, asked.from, gas).fromMs,
    toMs: asked.to === undefined ? all.toMs : gasDaySpan(asked.to, asked.to, gas).toMs,
  }
  const { view, by, from, to } = asked
  const sums = consumptionOf(book.readings, {
    key: archive,
    channelVarname: channel,
    range,
    by,
    gas,
    nowMs,
    leftOut: leftOutOf(book, archive, { usual: gas, nowMs }),
  })
  const { contractHour } = gas
  return { kind: 'sums', stationId, archiveType, view, channelVarname: channel, by, contractHour, ...range, from, to, sums, nowMs }
}
