import type { Book } from '../../../book/index.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import type { ChannelKind } from '../../../contract/channels.ts'
import { addDays } from '../../../contract/time/day.ts'
import { closingHour, gasDayAt, gasDaySpan, gasPeriods, type GasClock, type GasPeriod } from '../../../contract/time/gas-day.ts'
import { sumAccumulator, sumVolumes } from '../../kernel/amounts/by-period.ts'
import type { VolumeUnit } from '../../kernel/amounts/source.ts'
import { onceFor } from '../../kernel/once.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { toBase } from '../../station/load/meant.ts'
import { ledgerIn } from '../consumption/keep.ts'
import { unitTold } from '../readings/told-sums.ts'
import { sharedArchives, type SharedArchive } from './archive.ts'
import { kindOfQuantity, measuredIn, rankOfQuantity, type Measured } from './measured.ts'

export interface SparklinesQuestion {
  stationIds: readonly number[]
  days: number
  gas: GasClock
  /** The clock of the preferences. */
  usual: GasClock
  /** Unix ms. */
  nowMs: number
}

/** How far back the value lies from which a counter begins, gas days. */
const BEFORE = 7

/**
 * A number a gas day for each channel of the stations' hourly and daily archives, up to the archive's newest record: of what
 * tells consumption that of the ledger. Each archive is read once. A channel without a number is left out.
 */
export function sparklinesOf(book: Book, { stationIds, ...question }: SparklinesQuestion) {
  const columns: Float64Array[] = []
  const entries = stationIds.flatMap((stationId) => {
    const station = book.stations.get(stationId)
    const archives = station ? sharedArchives(book, [station]).filter(hasDays) : []
    const lists = archives.map(({ held }) => (held[0] ? dailyOf(book, held[0], question) : []))
    // The first archive is the one that the overlay begins with.
    const main = mainOf(lists[0] ?? [])
    return lists.flatMap((list, at) =>
      list.map(({ values, channel, lastDay }) => {
        columns.push(values)
        const { archiveType, view } = archives[at] as SharedArchive
        return { stationId, archiveType, view, channel, lastDay, main: values === main?.values }
      }),
    )
  })
  return { entries, columns: new Blob(columns as Float64Array<ArrayBuffer>[]) }
}

const hasDays = ({ archiveType }: SharedArchive): boolean => ['hour', 'day'].includes(recordPeriod(archiveType) ?? '')

interface Daily extends Measured {
  values: Float64Array
  lastDay: string
}

function dailyOf(
  book: Book,
  { station, archive }: SharedArchive['held'][number],
  { days, gas: asked, usual, nowMs }: Omit<SparklinesQuestion, 'stationIds'>,
): Daily[] {
  const isDaily = recordPeriod(archive.archiveType) === 'day'
  const hour = isDaily ? closingHour(book.readings.columns(archive).timesMs, asked.zone) : null
  const gas = { ...asked, contractHour: hour ?? asked.contractHour }
  const lastDay = gasDayAt(archive.lastMs - 1, gas)
  const firstDay = addDays(lastDay, 1 - days)
  const range = gasDaySpan(firstDay, lastDay, gas)
  const { fromMs } = gasDaySpan(addDays(firstDay, -BEFORE), firstDay, gas)
  const { channels, timesMs, values } = book.readings.columns(archive, { fromMs, toMs: range.toMs })
  const periods = gasPeriods(range, 'day', gas)
  const ground = sharedGround(book, usual)
  const ledger = onceFor((unit: VolumeUnit) => {
    const own = book.stations.get(station.id)
    const told = own ? ledgerIn(book, own, { ground, nowMs, gas, unit, span: { from: firstDay, to: lastDay } }) : 'no_device'
    return typeof told === 'string' ? null : new Map(told.days.map(({ day, m3 }) => [day, m3]))
  })
  return measuredIn(book, station, archive).flatMap((one) => {
    const { channelVarname, unitName } = one.channel
    const column = values[channels.indexOf(channelVarname)]
    if (!column) return []
    const kind = kindOfQuantity(one.quantity)
    const unit = kind === 'state' ? null : unitTold(book, { key: archive, typeId: station.equipmentTypeId, channelVarname }, ground)
    const [told, factor] = [unit && ledger(unit), toBase(unitName)?.factor ?? 1]
    const daily = Float64Array.from(
      told ? periods.map(({ day }) => (told.get(day) ?? Number.NaN) / factor) : valuesOf(kind, timesMs, column, periods),
    )
    return daily.every(Number.isNaN) ? [] : { ...one, values: daily, lastDay }
  })
}

function valuesOf(kind: ChannelKind, times: Float64Array, column: Float64Array, periods: readonly GasPeriod[]): number[] {
  if (kind === 'accumulator') return sumAccumulator(times, column, periods).map(({ value }) => value ?? Number.NaN)
  const sums = sumVolumes(times, column, periods)
  return sums.map(({ value, records }) => (value === null ? Number.NaN : kind === 'state' ? value / records : value))
}

/** The main volume, else the first that has numbers. */
const mainOf = (list: readonly Daily[]): Daily | undefined =>
  [...list].sort((a, b) => rankOfQuantity(a.quantity) - rankOfQuantity(b.quantity))[0]
