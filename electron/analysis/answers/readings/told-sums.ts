import type { Book, ReadingKey, StationRow } from '../../../book/index.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { hoursIn, type KnownHours } from '../../../contract/known-hours.ts'
import type { SumRow } from '../../../contract/readings.ts'
import { gasDayAt, wholeGasDays, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { withoutNoise } from '../../../contract/units.ts'
import { ledgerOf } from '../../kernel/amounts/ledger.ts'
import { tellingChannels, type Told } from '../../kernel/channels/channel.ts'
import { VOLUME_UNITS, type VolumeUnit } from '../../kernel/amounts/source.ts'
import { fillsBetween, summing } from '../../kernel/amounts/sum.ts'
import { loadSource } from '../../station/load/consumption.ts'
import { sharedGround, type Ground } from '../../station/load/ground.ts'
import { meantIn } from '../../station/load/meant.ts'
import { ledgerIn, type StationLedger } from '../consumption/keep.ts'

/**
 * Sums of a channel that a station's consumption is counted from. A day has one volume: these are the numbers of the ledger,
 * as consumption says them, and not those of the channel's records alone.
 */

interface Asked {
  /** Of the newest device that has the channel. */
  key: ReadingKey
  typeId: number | null
  channelVarname: string
  range: TimeSpan
  /** By which the rows are cut. */
  gas: GasClock
  usual: GasClock
  nowMs: number
}

interface ToldSums {
  rows: SumRow[]
  /** m³ that are in the sum of the range and in no row alone. */
  between: number | null
}

/**
 * Puts what the ledger tells into rows of an archive's own sums, in m³.
 * @param rows of the same question: which periods there are, and how many records the archive has of each
 * @returns null where consumption is not counted from the channel
 */
export function toldSums(book: Book, station: StationRow, asked: Asked, rows: readonly SumRow[]): ToldSums | null {
  const ground = sharedGround(book, asked.usual)
  const unit = rows.length === 0 ? null : unitTold(book, asked, ground)
  if (unit === null) return null
  const { gas, nowMs, range } = asked
  const ledger = ledgerIn(book, station, { ground, nowMs, gas, unit })
  if (typeof ledger === 'string') return null
  const told = tellingOf(book, station, ledger, { ...asked, unit, ground })
  const isHourly = recordPeriod(asked.key.archiveType) === 'hour'
  const periods = rows.map((row) => {
    const { m3, hours } = told(row)
    const own = isHourly
      ? { expected: hoursIn(hours), lacking: hours.unknown }
      : { lacking: hours.unknown > 0 ? Math.max(1, row.lacking) : 0 }
    return { ...row, value: m3 === null ? null : withoutNoise(m3), ...own }
  })
  const whole = {
    fromMs: Math.min(range.fromMs, ...rows.map(({ fromMs }) => fromMs)),
    toMs: Math.max(range.toMs, ...rows.map(({ toMs }) => toMs)),
  }
  const fills = fillsBetween(ledger, rows, whole)
  return { rows: periods, between: fills.length === 0 ? null : withoutNoise(fills.reduce((sum, { m3 }) => sum + m3, 0)) }
}

/** The m³ that a channel speaks for in its archive; null: it speaks for none. */
export function unitTold(
  book: Book,
  { key, typeId, channelVarname }: Pick<Asked, 'key' | 'typeId' | 'channelVarname'>,
  ground: Ground,
): VolumeUnit | null {
  const archive = book.readings
    .archives(key.equipmentId, key.time)
    .find(({ archiveType, view }) => archiveType === key.archiveType && view === key.view)
  if (!archive) return null
  const channels = meantIn(book, typeId, archive, ground.meanings(typeId))
  for (const only of VOLUME_UNITS) {
    const chosen = tellingChannels<Told, { channels: readonly Told[] }>([{ channels }], only)
    if (typeof chosen === 'string') continue
    const { volume, counter } = chosen.archives[0] ?? {}
    if (volume?.channelVarname === channelVarname || counter?.channelVarname === channelVarname) return only
  }
  return null
}

/** What the ledger tells of a period; of a part of a gas day its hours do, for a daily record is of all of it. */
function tellingOf(
  book: Book,
  station: StationRow,
  ledger: StationLedger,
  { gas, nowMs, unit, ground }: Asked & { unit: VolumeUnit; ground: Ground },
) {
  const due = { fromMs: ledger.sinceMs, toMs: nowMs }
  const sum = summing(ledger, due)
  return (period: TimeSpan): { m3: number | null; hours: KnownHours } => {
    const days = wholeGasDays(period, gas)
    if (days) return sum({ ...period, day: days[0], from: days[0], to: days[1], part: false })
    const source = loadSource(book, station, { ground, nowMs, unit })
    const day = gasDayAt(period.fromMs, gas)
    const hours = typeof source === 'string' ? { days: [], fills: [] } : ledgerOf({ ...source, daily: null }, period, gas)
    return summing(hours, due)({ ...period, day, from: day, to: gasDayAt(period.toMs - 1, gas), part: true })
  }
}
