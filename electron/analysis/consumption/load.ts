import type { Book, StationRow } from '../../book/index.ts'
import { recordPeriod, type RecordPeriod } from '../../contract/archives.ts'
import { kindOfCode } from '../../contract/channels.ts'
import type { Quantity } from '../../contract/quantities.ts'
import { closingHour, type GasClock } from '../../contract/time/gas-day.ts'
import { dimensionOf, type Conversion } from '../../contract/units.ts'
import { unitNamed } from '../../contract/unit-spellings.ts'
import { channelsOf } from '../archives.ts'
import { isAccumulator } from '../consumption.ts'
import type { StationData } from '../findings/data.ts'
import { judgedArchives, toBase } from '../findings/load/archives.ts'
import { deviceEvents } from '../findings/load/events.ts'
import type { Ground } from '../findings/load/ground.ts'
import { situationsOf, unionOf } from '../findings/situations.ts'
import type { Meanings } from '../meaning/of-type.ts'
import { endingMinute, endingMinuteOf, hourEnds, wholeMinute } from '../../book/completeness/hour-ends.ts'
import type { Amounts, ConsumptionSource, NoConsumption, VolumeUnit } from './source.ts'

type Archive = ReturnType<Book['readings']['archives']>[number]

/** The channels that tell what passed, the best first; a station's archives are all read in one unit. */
const CHANNELS: readonly { unit: VolumeUnit; volumes: readonly Quantity[]; counters: readonly Quantity[] }[] = [
  { unit: 'standard_m3', volumes: ['standardVolume', 'volume'], counters: ['standardCounter', 'counter'] },
  { unit: 'working_m3', volumes: ['workingVolume'], counters: ['workingCounter'] },
]

export interface Meant {
  channelVarname: string
  quantity: Quantity
  toBase: Conversion | null
}
interface Chosen {
  archive: Archive
  every: RecordPeriod
  volume: Meant | null
  counter: Meant | null
}

/** From which moment on readings are read; events are read whole, for a situation may have begun long ago. */
export interface SourceOptions {
  ground: Ground
  nowMs: number
  fromMs?: number
  /** Only channels of this unit; the best that there is when absent. */
  unit?: VolumeUnit
}

/** When the records of archives end: the minute of hourly ones, the closing hours of the others; null where there is none. */
export interface SourceRhythm {
  minute: number | null
  dailyHour: number | null
  monthlyHour: number | null
}
export const rhythmOf = ({ hourly, daily, monthly }: ConsumptionSource): SourceRhythm => ({
  minute: hourly?.minute ?? null,
  dailyHour: daily?.clock.contractHour ?? null,
  monthlyHour: monthly?.clock.contractHour ?? null,
})

/** Reads what a station's consumption is counted from; yields now and then. */
export function* loadSource(
  book: Book,
  station: StationRow,
  { ground, nowMs, fromMs, unit }: SourceOptions,
): Generator<void, ConsumptionSource | NoConsumption> {
  const { id, equipmentId, equipmentTypeId: typeId } = station
  if (equipmentId === null) return 'no_device'
  const meanings = ground.meanings(typeId)
  const gas = ground.gasOf(id)
  const chosen = chosenChannels(book, { equipmentId, typeId }, meanings, unit)
  if (typeof chosen === 'string') return chosen
  yield
  const source: ConsumptionSource = {
    unit: chosen.unit,
    channel: chosen.channel,
    from: chosen.archives.map(({ archive, volume, counter }) => [archive.archiveType, archive.view, volume?.channelVarname, counter?.channelVarname].join(' ')).join(', '), // oxfmt-ignore
    hourly: null,
    daily: null,
    monthly: null,
    ...(yield* eventsOf(book, { stationId: id, equipmentId, typeId, gas, nowMs }, meanings)),
  }
  for (const one of chosen.archives) {
    const read = amountsOf(book, one, fromMs)
    yield
    if (one.every === 'hour') {
      // All records tell it: a part of them may tell otherwise.
      const minute =
        fromMs === undefined ? endingMinute(read.timesMs) : endingMinuteOf(book.completeness.minutes(one.archive))
      // Hours that lie anywhere have no grid: the days tell more.
      if (minute !== null) source.hourly = { ...read, timesMs: hourEnds(read.timesMs, minute), minute }
    } else {
      const timesMs = read.timesMs.map(wholeMinute)
      const all = fromMs === undefined ? timesMs : book.readings.stamps(one.archive).map(wholeMinute)
      const clock = { zone: gas.zone, contractHour: closingHour(all, gas.zone) ?? gas.contractHour }
      source[one.every === 'day' ? 'daily' : 'monthly'] = { ...read, timesMs, clock }
    }
  }
  return source.hourly || source.daily || source.monthly ? source : 'no_records'
}

function chosenChannels(
  book: Book,
  { equipmentId, typeId }: { equipmentId: number; typeId: number | null },
  meanings: Meanings,
  only: VolumeUnit | undefined,
): { unit: VolumeUnit; channel: string; archives: Chosen[] } | NoConsumption {
  const archives = judgedArchives(book, equipmentId).flatMap((archive) => {
    const every = recordPeriod(archive.archiveType)
    return every === null ? [] : [{ archive, every, channels: meantIn(book, typeId, archive, meanings) }]
  })
  if (archives.length === 0) return 'no_archive'
  let isThere = false
  for (const { unit, volumes, counters } of CHANNELS) {
    if (only !== undefined && unit !== only) continue
    const first = (channels: readonly Meant[], quantities: readonly Quantity[]) => {
      const fitting = quantities.flatMap((quantity) => channels.filter((channel) => channel.quantity === quantity))
      isThere ||= fitting.length > 0
      return fitting.find(({ toBase: base }) => base !== null) ?? null
    }
    const chosen = archives
      .map(({ archive, every, channels }): Chosen => {
        return { archive, every, volume: first(channels, volumes), counter: first(channels, counters) }
      })
      .filter(({ volume, counter }) => volume !== null || counter !== null)
    const named = chosen.find(({ volume }) => volume !== null) ?? chosen[0]
    const channel = (named?.volume ?? named?.counter)?.channelVarname
    if (channel !== undefined) return { unit, channel, archives: chosen }
  }
  return isThere ? 'unknown_unit' : 'no_volume'
}

/** What the channels of an archive mean; devices of one type with the same channels share it. */
export function meantIn(book: Book, typeId: number | null, archive: Archive, meanings: Meanings): readonly Meant[] {
  let shared = meant.get(meanings)
  if (!shared) meant.set(meanings, (shared = new Map()))
  const key = JSON.stringify([typeId, archive.archiveType, archive.view, archive.channels])
  const known = shared.get(key)
  if (known) return known
  const { isOwn, channels } = understood(book, typeId, archive, meanings)
  // What only its values tell of a channel holds for this device alone.
  if (!isOwn) shared.set(key, channels)
  return channels
}
const meant = new WeakMap<Meanings, Map<string, readonly Meant[]>>()

function understood(book: Book, typeId: number | null, archive: Archive, meanings: Meanings) {
  const { archiveType } = archive
  let isOwn = false
  const channels = channelsOf(book, typeId, archive, archive.channels).map(
    ({ channelVarname, channelName, unitName }) => {
      const unit = kindOfCode(channelVarname) === null ? unitNamed(unitName) : null
      const onlyValuesTell = unit !== null && dimensionOf(unit.id) === 'volume'
      isOwn ||= onlyValuesTell
      const counts = onlyValuesTell && isAccumulator(book.readings, archive, channelVarname)
      const { quantity } = meanings.channel({ archiveType, channelVarname, channelName, unitName, counts })
      return { channelVarname, quantity, toBase: toBase(unitName) }
    },
  )
  return { isOwn, channels }
}

function amountsOf(book: Book, { archive, volume, counter }: Chosen, fromMs: number | undefined): Amounts {
  const range = fromMs === undefined ? {} : { fromMs: Math.floor(fromMs) }
  const numbers = (meant: Meant | null) => {
    if (!meant) return null
    const { timesMs, values } = book.readings.column(archive, meant.channelVarname, range)
    const { factor, offset } = meant.toBase ?? { factor: 1, offset: 0 }
    return { timesMs, values: factor === 1 && offset === 0 ? values : values.map((value) => value * factor + offset) }
  }
  const [amounts, counts] = [numbers(volume), numbers(counter)]
  const timesMs = (amounts ?? counts)?.timesMs ?? new Float64Array(0)
  const none = () => new Float64Array(timesMs.length).fill(Number.NaN)
  return { timesMs, amounts: amounts?.values ?? none(), counts: counts?.values ?? none() }
}

function* eventsOf(
  book: Book,
  station: { stationId: number; equipmentId: number; typeId: number | null; gas: GasClock; nowMs: number },
  meanings: Meanings,
): Generator<void, Pick<ConsumptionSource, 'breaksMs' | 'abnormal' | 'substitute'>> {
  const { stationId, equipmentId, typeId, gas, nowMs } = station
  const events = yield* deviceEvents(book, { equipmentId, typeId, meanings })
  const data: StationData = {
    stationId, equipmentId, equipmentTypeId: typeId, gas, nowMs, archives: [], settings: [], events, sessions: null, lastSessionMs: null,
  } // oxfmt-ignore
  const situations = situationsOf(data)
  const breaksMs = Object.values(events).flatMap(({ atMs, content, contents }) =>
    Array.from(atMs).filter((_, at) => contents[content[at] as number]?.meaning.role === 'meterExchanged'),
  )
  return {
    breaksMs: breaksMs.sort((a, b) => a - b),
    abnormal: unionOf(situations, nowMs, ({ archiveType, kind }) => archiveType === 'nesht' && kind === 'situation'),
    substitute: unionOf(situations, nowMs, ({ substitutes }) => substitutes),
  }
}
