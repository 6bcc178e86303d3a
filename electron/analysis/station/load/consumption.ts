import type { Book, ReadingKey, StationRow } from '../../../book/index.ts'
import { endingMinuteOf, wholeMinute } from '../../../book/completeness/hour-ends.ts'
import { recordPeriod, type RecordPeriod } from '../../../contract/archives.ts'
import type { RefutedValue } from '../../../contract/readings.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { asSentAgain, converted } from '../../../contract/units.ts'
import { READ_BEFORE_DAYS } from '../../kernel/amounts/counts.ts'
import { hoursOf, placeAfter } from '../../kernel/amounts/hours.ts'
import { eventsOf as loggedOf } from '../facts/disturbances.ts'
import { deviceEvents } from './events.ts'
import type { Ground } from './ground.ts'
import { situationLog, unionOf } from '../situations/situations.ts'
import { substituteStretches } from '../situations/substitute-time.ts'
import { joined } from '../../kernel/amounts/joined.ts'
import { knownToMs } from '../own-device.ts'
import { amountsOf, assembled, type ToldArchive } from '../../kernel/amounts/assemble.ts'
import { VOLUME_UNITS, type Amounts, type ConsumptionSource, type NoConsumption, type VolumeUnit } from '../../kernel/amounts/source.ts'
import type { Meanings } from '../meaning/of-type.ts'
import { tellingChannels, type Telling, type Told } from '../../kernel/channels/channel.ts'
import { meantIn } from './meant.ts'
import { channelInView, columnOf, judgedArchives, type JudgedArchive } from './views.ts'

interface MeantArchive {
  archive: JudgedArchive
  every: RecordPeriod
  channels: readonly Told[]
}

/** From which moment on readings are read; events are read whole, for a situation may have begun long ago. */
export interface SourceOptions {
  ground: Pick<Ground, 'meanings'>
  nowMs: number
  fromMs?: number
  /** Only channels of this unit; the best that there is when absent. */
  unit?: VolumeUnit
}

/** When the records of an archive of hours end, and what those between the hours are; null where there is none. */
export interface SourceRhythm {
  minute: number | null
  between: string | null
}
export const rhythmOf = ({ hourly }: ConsumptionSource): SourceRhythm => ({
  minute: hourly?.minute ?? null,
  between: hourly?.between?.are ?? null,
})

/** Reads what a station's consumption is counted from: of each device that it had what this one tells, as one. */
export function loadSource(book: Book, station: StationRow, options: SourceOptions): ConsumptionSource | NoConsumption {
  const life = book.stations.life(station.id)
  if (life.length < 2) return deviceSource(book, station, options)
  // The unit of the newest device that tells a volume is that of the station.
  const { fromMs: _, ...whole } = options
  const told: { row: StationRow; source: ConsumptionSource }[] = []
  let why: NoConsumption | null = null
  for (const row of life.toReversed()) {
    const unit = options.unit ?? told[0]?.source.unit
    const source = deviceSource(book, row, { ...whole, ...(unit && { unit }) })
    if (typeof source === 'string') why ??= source
    else told.unshift({ row, source })
  }
  const [first, second] = told
  if (!first) return why ?? 'no_device'
  if (!second) return first.source
  return joined(
    told.map(({ source }) => source),
    told.slice(1).flatMap(({ row }) => (row.time?.afterMs == null ? [] : [row.time.afterMs + 1])),
  )
}

/** An archive that a station's consumption is counted from, and its channels that tell it. */
export interface ToldBy {
  archiveType: string
  view: ReadingKey['view']
  volume: string | null
  counter: string | null
}

/** The archives and channels that consumption is counted from, of all devices of a station, the newest first; `loadSource` reads them. */
export function toldBy(book: Book, station: StationRow, ground: Ground): ToldBy[] {
  const life = book.stations.life(station.id)
  const told = new Map<string, ToldBy>()
  let unit: VolumeUnit | undefined
  for (const device of life.length < 2 ? [station] : life.toReversed()) {
    if (device.equipmentId === null) continue
    const chosen = chosenChannels(book, device, ground.meanings(device.equipmentTypeId), unit)
    if (typeof chosen === 'string') continue
    unit ??= chosen.unit
    for (const { archive, volume, counter } of chosen.archives) {
      const { archiveType, view } = archive.archive
      const one = { archiveType, view, volume: volume?.channelVarname ?? null, counter: counter?.channelVarname ?? null }
      told.set(JSON.stringify(one), one)
    }
  }
  return [...told.values()]
}

/** What one device tells in its time at a station. */
export function deviceSource(
  book: Book,
  station: StationRow,
  { ground, nowMs, fromMs, unit }: SourceOptions,
): ConsumptionSource | NoConsumption {
  const { equipmentId, equipmentTypeId: typeId } = station
  if (equipmentId === null) return 'no_device'
  const meanings = ground.meanings(typeId)
  const chosen = chosenChannels(book, station, meanings, unit)
  if (typeof chosen === 'string') return chosen
  const { unit: counted, channel } = chosen
  const from = chosen.archives
    .map(({ archive: { archive }, volume, counter }) =>
      [archive.archiveType, archive.view, volume?.channelVarname, counter?.channelVarname].join(' '),
    )
    .join(', ')
  const log = eventsOf(book, station, knownToMs(station, nowMs), meanings)
  // All records together decide how those between the hours are read.
  const since = chosen.archives.some(({ archive: { archive } }) => mayHaveBetween(book, archive)) ? undefined : fromMs
  const told: ToldArchive[] = []
  for (const telling of chosen.archives) {
    const { archive, every } = telling.archive
    const read = recordsOf(book, telling, { typeId, meanings }, since)
    told.push(every === 'hour' ? { every, read, minutes: book.completeness.minutes(archive) } : { every, read })
  }
  const source = assembled({ unit: counted, channel, from, ...log }, told)
  return source.hourly || source.daily || source.monthly ? source : 'no_records'
}

/**
 * The values of an archive of one device that consumption does not believe, of each m³ that it counts, in the view that is asked
 * for: where the other view speaks, those that are the same there. `instead` is in the channel's own unit.
 */
export function refutedValues(book: Book, device: StationRow, key: ReadingKey, { ground, span }: RefutedQuestion): RefutedValue[] {
  const { equipmentTypeId: typeId } = device
  const meanings = ground.meanings(typeId)
  const since = span.fromMs > 0 ? { fromMs: span.fromMs - READ_BEFORE_DAYS * DAY_MS } : {}
  return VOLUME_UNITS.flatMap((unit) => {
    const chosen = chosenChannels(book, device, meanings, unit)
    const telling = typeof chosen === 'string' ? null : chosen.archives.find((one) => one.archive.archive.archiveType === key.archiveType)
    // Now says how long situations have lasted, which is not asked here.
    const source = telling ? deviceSource(book, device, { ground, nowMs: 0, unit, ...since }) : 'no_archive'
    if (!telling || typeof source === 'string') return []
    const refuted = (source.refuted ?? []).filter(
      ({ archive, atMs }) => archive === key.archiveType && atMs >= span.fromMs && atMs <= span.toMs,
    )
    if (refuted.length === 0) return []
    const hours = key.archiveType === 'hourly' && source.hourly ? hoursOf(source.hourly, source.breaksMs) : null
    return (['volume', 'counter'] as const).flatMap((what) => {
      const own = refuted.filter((one) => one.what === what)
      const told = telling[what]
      const shown = told && own.length > 0 ? channelInView(book, telling.archive.archive, told, key.view, { typeId, meanings }) : null
      if (!told?.toBase || !shown?.toBase) return []
      const [spoken, { toBase, channelVarname }] = [told.toBase, { ...shown, toBase: shown.toBase }]
      const whys = new Map(own.map(({ atMs, why }) => [wholeMinute(atMs), why]))
      const near = { fromMs: Math.min(...whys.keys()), toMs: Math.max(...whys.keys()) + MINUTE_MS }
      const sent = columnOf(book, telling.archive.archive, told.channelVarname, { typeId, meanings }, near)
      const sentAt = new Map(Array.from(sent.timesMs, (atMs, row) => [wholeMinute(atMs), converted(sent.values[row] as number, spoken)]))
      const { timesMs, values } = book.readings.column(key, channelVarname, near)
      return Array.from(timesMs).flatMap((atMs, row): RefutedValue[] => {
        const why = whys.get(wholeMinute(atMs))
        const m3 = converted(values[row] as number, toBase)
        if (!why || !(Math.abs(m3 - (sentAt.get(wholeMinute(atMs)) ?? Number.NaN)) <= 1e-9 * Math.abs(m3))) return []
        const counted = what === 'volume' && hours ? hours.amounts[placeAfter(hours.timesMs, atMs - HOUR_MS / 2)] : undefined
        const instead = counted === undefined || Number.isNaN(counted) ? null : asSentAgain(counted, toBase)
        return [{ atMs, channelVarname, why, instead }]
      })
    })
  })
}
interface RefutedQuestion extends Pick<SourceOptions, 'ground'> {
  /** Of records with these stamps, both included. */
  span: TimeSpan
}

/** A record further from the end of its hour than clocks tremble may be one between the hours. */
export function mayHaveBetween(book: Book, archive: ReadingKey): boolean {
  if (recordPeriod(archive.archiveType) !== 'hour') return false
  const minutes = book.completeness.minutes(archive)
  const minute = endingMinuteOf(minutes)
  return minute !== null && [...minutes.keys()].some((one) => (one - minute + 61) % 60 > 2)
}

function chosenChannels(book: Book, station: StationRow, meanings: Meanings, only: VolumeUnit | undefined) {
  const archives = judgedArchives(book, station, meanings).flatMap((archive): MeantArchive[] => {
    const every = recordPeriod(archive.archiveType)
    return every === null ? [] : [{ archive, every, channels: meantIn(book, station.equipmentTypeId, archive, meanings) }]
  })
  return archives.length === 0 ? 'no_archive' : tellingChannels<Told, MeantArchive>(archives, only)
}

function recordsOf(
  book: Book,
  { archive: { archive }, volume, counter }: Telling<MeantArchive, Told>,
  meant: { typeId: number | null; meanings: Meanings },
  fromMs: number | undefined,
): Amounts {
  const range = fromMs === undefined ? {} : { fromMs: Math.floor(fromMs) }
  const numbers = (told: Told | null) => told && { toBase: told.toBase, ...columnOf(book, archive, told.channelVarname, meant, range) }
  const columns = { volume: numbers(volume), counter: numbers(counter) }
  return amountsOf((columns.volume ?? columns.counter)?.timesMs ?? new Float64Array(0), columns)
}

function eventsOf(
  book: Book,
  station: StationRow,
  nowMs: number,
  meanings: Meanings,
): Pick<ConsumptionSource, 'breaksMs' | 'abnormal' | 'substitute'> {
  const events = deviceEvents(book, { device: station, typeId: station.equipmentTypeId, meanings })
  const { situations } = situationLog({ events })
  return {
    breaksMs: loggedOf({ events }, ['meterExchanged']).map(({ atMs }) => atMs),
    abnormal: unionOf(situations, nowMs, ({ archiveType, kind }) => archiveType === 'nesht' && kind === 'situation'),
    substitute: substituteStretches(book, station, { situations: unionOf(situations, nowMs, ({ substitutes }) => substitutes), nowMs }),
  }
}
