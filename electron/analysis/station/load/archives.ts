import type { Book } from '../../../book/index.ts'
import { dueReachMs } from '../../../book/completeness/due-range.ts'
import type { DueRecords } from '../../../book/completeness/due-records.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { channelsOf } from '../archives.ts'
import { isAccumulator, onlyValuesTell } from './accumulator.ts'
import { EVER, type ArchiveData, type ChannelData, type DueDays } from '../../kernel/data.ts'
import type { Meanings } from '../meaning/of-type.ts'
import { toBase } from './meant.ts'
import { columnsOf, stampsOf, type JudgedArchive } from './views.ts'

/** The archives of readings of one device, as rules look at them. */

export interface ArchiveWish {
  typeId: number | null
  gas: GasClock
  nowMs: number
  /** Records from this time alone, both ends included. */
  range: TimeSpan | null
  meanings: Meanings
}

/** The records that are due of one archive in the last days, without its channels. */
export function dueOf(
  book: Book,
  archive: JudgedArchive,
  { gas, nowMs }: Pick<ArchiveWish, 'gas' | 'nowMs'>,
  wanted: DueDays,
): ArchiveData {
  const { archiveType, view } = archive
  const period = recordPeriod(archiveType)
  const days = period === 'hour' || period === 'day' ? wanted[period] : null
  const range = days === null ? null : { fromMs: nowMs - days * DAY_MS, toMs: EVER.toMs }
  const timesMs = range ? stampsOf(book, archive, stampsFor(archive, range)) : new Float64Array(0)
  const due = range && book.completeness.dueInRange(archive, gas, nowMs, range, timesMs)
  return { archiveType, view, timesMs, channels: [], due: due && dueData(due), fetchedToMs: fetchedTo(book, archive) }
}

/** All records that are due of one archive, and which of them are there in either view. */
export const allDueOf = (book: Book, archive: JudgedArchive, { gas, nowMs }: Pick<ArchiveWish, 'gas' | 'nowMs'>): DueRecords =>
  book.completeness.dueInRange(archive, gas, nowMs, EVER, stampsOf(book, archive))

/** The stamps that a range may need: the records that close its first and last period may be stamped beside it. */
const stampsFor = ({ archiveType }: JudgedArchive, { fromMs, toMs }: TimeSpan): TimeSpan => ({
  fromMs: Math.floor(fromMs) - dueReachMs(archiveType),
  toMs: Math.ceil(toMs) + dueReachMs(archiveType),
})
const dueData = ({ rhythm, due, present, reasonAt }: DueRecords): ArchiveData['due'] =>
  rhythm === null ? null : { due, present, reasonAt }

/** Reads one archive. */
export function archiveData(book: Book, archive: JudgedArchive, { typeId, gas, nowMs, range, meanings }: ArchiveWish): ArchiveData {
  const { archiveType, view } = archive
  const wanted = range ? stampsFor(archive, range) : {}
  const { channels: codes, timesMs, values } = columnsOf(book, archive, { typeId, meanings }, wanted)
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

const ANSWERED: readonly string[] = ['fetched', 'empty', 'partial']

/** Until when an archive has been asked for and answered, in either view: days that the device has yet to transmit do not count. */
export function fetchedTo(book: Book, archive: JudgedArchive): number | null {
  let toMs: number | null = null
  const runs = [archive, archive.other].flatMap((view) => (view ? book.coverage.allRuns(view) : []))
  for (const { to, state, fetchedAtMs, knownSessionMs } of runs) {
    if (!ANSWERED.includes(state)) continue
    // A day that waits for a session counts up to the session before: nothing later was to be had.
    const knownToMs = Math.min((to + 1) * DAY_MS, fetchedAtMs, knownSessionMs ?? Infinity)
    toMs = Math.max(toMs ?? -Infinity, knownToMs)
  }
  return toMs
}

/** Which row of the table said it is of no concern to rules. */
const plain = ({ quantity, basis }: ChannelData['meaning']) => ({ quantity, basis })
