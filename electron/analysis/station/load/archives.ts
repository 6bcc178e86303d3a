import type { Book } from '../../../book/index.ts'
import { dueReachMs } from '../../../book/completeness/due-range.ts'
import type { DueRecords } from '../../../book/completeness/due-records.ts'
import { compareArchives, recordPeriod } from '../../../contract/archives.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { unitNamed } from '../../../contract/unit-spellings.ts'
import { conversion, dimensionOf, type Conversion, type Dimension, type UnitId } from '../../../contract/units.ts'
import { channelsOf } from '../archives.ts'
import type { OwnDevice } from '../own-device.ts'
import { isAccumulator, onlyValuesTell } from './accumulator.ts'
import { EVER, type ArchiveData, type ChannelData, type DueDays } from '../../kernel/data.ts'
import type { Meanings } from '../meaning/of-type.ts'

/** The archives of readings of one device, as rules look at them. */

type Archives = ReturnType<Book['readings']['archives']>
type Archive = Archives[number]

/** Gives each archive in the view that has more records; where both have as many, in the general one. */
export function judgedArchives(book: Book, { equipmentId, time }: OwnDevice): Archive[] {
  const best = new Map<string, Archive>()
  for (const archive of equipmentId === null ? [] : book.readings.archives(equipmentId, time)) {
    const other = best.get(archive.archiveType)
    const wins = !other || archive.records > other.records || (archive.records === other.records && archive.view === 'general')
    if (wins) best.set(archive.archiveType, archive)
  }
  return [...best.values()].sort((a, b) => compareArchives(a.archiveType, b.archiveType))
}

export interface ArchiveWish {
  typeId: number | null
  gas: GasClock
  nowMs: number
  /** Records from this time alone, both ends included. */
  range: TimeSpan | null
  meanings: Meanings
}

/** The records that are due of one archive in the last days, without its channels. */
export function dueOf(book: Book, archive: Archive, { gas, nowMs }: Pick<ArchiveWish, 'gas' | 'nowMs'>, wanted: DueDays): ArchiveData {
  const { archiveType, view } = archive
  const period = recordPeriod(archiveType)
  const days = period === 'hour' || period === 'day' ? wanted[period] : null
  const range = days === null ? null : { fromMs: nowMs - days * DAY_MS, toMs: EVER.toMs }
  const timesMs = range ? book.readings.stamps(archive, stampsFor(archive, range)) : new Float64Array(0)
  const due = range && book.completeness.dueInRange(archive, gas, nowMs, range, timesMs)
  return { archiveType, view, timesMs, channels: [], due: due && dueData(due), fetchedToMs: fetchedTo(book, archive) }
}

/** The stamps that a range may need: the records that close its first and last period may be stamped beside it. */
const stampsFor = ({ archiveType }: Archive, { fromMs, toMs }: TimeSpan): TimeSpan => ({
  fromMs: Math.floor(fromMs) - dueReachMs(archiveType),
  toMs: Math.ceil(toMs) + dueReachMs(archiveType),
})
const dueData = ({ rhythm, due, present, reasonAt }: DueRecords): ArchiveData['due'] =>
  rhythm === null ? null : { due, present, reasonAt }

/** Reads one archive. */
export function archiveData(book: Book, archive: Archive, { typeId, gas, nowMs, range, meanings }: ArchiveWish): ArchiveData {
  const { archiveType, view } = archive
  const wanted = range ? stampsFor(archive, range) : {}
  const { channels: codes, timesMs, values } = book.readings.columns(archive, wanted)
  const due = book.completeness.dueInRange(archive, gas, nowMs, range ?? EVER, timesMs)
  const channels = channelsOf(book, typeId, archive, codes).map(({ channelVarname, channelName, unitName }): ChannelData => {
    const numbers = values[codes.indexOf(channelVarname)] as Float64Array
    const counts = onlyValuesTell({ channelVarname, unitName }) && isAccumulator(book.readings, archive, channelVarname)
    const channel = { archiveType, channelVarname, channelName, unitName, counts }
    const unit = unitName
    return { channelVarname, unit, meaning: plain(meanings.channel(channel)), toBase: toBase(unit), values: numbers }
  })
  return {
    archiveType,
    view,
    timesMs,
    channels,
    rhythm: due.rhythm,
    ...(recordPeriod(archiveType) === 'hour' ? { minutes: book.completeness.minutes(archive) } : {}),
    due: dueData(due),
    fetchedToMs: fetchedTo(book, archive),
  }
}

/** The unit in which rules count each dimension. */
const BASE: Readonly<Record<Dimension, UnitId>> = {
  pressure: 'kPa',
  volume: 'm3',
  flow: 'm3h',
  temperature: 'celsius',
}

/** From a unit as it is spelled into the base unit of its dimension; null where it names none that is known. */
export function toBase(unit: string | null): Conversion | null {
  const named = unitNamed(unit)
  return named && conversion(named.id, BASE[dimensionOf(named.id)])
}

const ANSWERED: readonly string[] = ['fetched', 'empty', 'partial']

/** Until when an archive has been asked for and answered: days that the device has yet to transmit do not count. */
export function fetchedTo(book: Book, archive: Archive): number | null {
  let toMs: number | null = null
  for (const { to, state, fetchedAtMs, knownSessionMs } of book.coverage.allRuns(archive)) {
    if (!ANSWERED.includes(state)) continue
    // A day that waits for a session counts up to the session before: nothing later was to be had.
    const knownToMs = Math.min((to + 1) * DAY_MS, fetchedAtMs, knownSessionMs ?? Infinity)
    toMs = Math.max(toMs ?? -Infinity, knownToMs)
  }
  return toMs
}

/** Which row of the table said it is of no concern to rules. */
const plain = ({ quantity, basis }: ChannelData['meaning']) => ({ quantity, basis })
