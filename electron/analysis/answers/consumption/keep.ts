import { createHash } from 'node:crypto'
import type { KeptLedger, SeenChange } from '../../../book/consumption/consumption.ts'
import type { Book, StationRow } from '../../../book/index.ts'
import { hoursDueIn } from '../../../contract/known-hours.ts'
import type { Day } from '../../../contract/records.ts'
import { addDays } from '../../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import type { Ground } from '../../station/load/ground.ts'
import { substituteVerdict } from '../../station/situations/substitute-time.ts'
import { BELIEF_DAYS, READ_BEFORE_DAYS } from '../../kernel/amounts/counts.ts'
import { ledgerOf, type Ledger, type LedgerDay, type LedgerFill } from '../../kernel/amounts/ledger.ts'
import { loadSource, rhythmOf, type SourceRhythm } from '../../station/load/consumption.ts'
import { askedToDay, hourBegunAt, rangeUntilAsked } from '../../station/load/ledger.ts'
import type { ConsumptionSource, NoConsumption, VolumeUnit } from '../../kernel/amounts/source.ts'

/** Keeps the ledger of each station in its own gas days; computed again only from the day on that was fetched again. */

/** Differs when the functions of this folder answer otherwise. */
const FUNCTIONS = 6

export interface StationLedger extends Ledger {
  unit: VolumeUnit
  channel: string
  /** It has records between the hours of which nothing tells what they are: they count nowhere. */
  leftOut: boolean
  /** The beginning of what its first record covers: nothing is due before. */
  sinceMs: number
}
export interface LedgerQuestion {
  ground: Ground
  nowMs: number
  /** The reader's gas days. */
  gas: GasClock
  /** The gas days that are wanted, both included; all of them where absent. */
  span?: { from: Day; to: Day }
}

/** The facts that are kept beside the days. */
type More = { why: NoConsumption } | KeptMore
interface KeptMore {
  unit: VolumeUnit
  channel: string
  fills: LedgerFill[]
  told: Told
  askedTo: Day | null
  sinceMs: number
}

/** Facts that all records tell, and a part of them is read by: where one has changed, all days have. */
interface Told {
  rhythm: SourceRhythm
  from: string | undefined
}
const toldBy = (source: ConsumptionSource): Told => ({ rhythm: rhythmOf(source), from: source.from })

const isLeftOut = ({ rhythm }: Told): boolean => rhythm.between === 'unknown'

const EVER = { from: '0000-01-01', to: '9999-12-31' }

/** Short, however much it is of. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** The ledger of a station, or why it has none. */
export function ledgerOfStation(book: Book, station: StationRow, question: LedgerQuestion): StationLedger | NoConsumption {
  const { ground, gas, span = EVER } = question
  const own = ground.gasOf(station.id)
  if (own.zone !== gas.zone || own.contractHour !== gas.contractHour) return inOtherDays(book, station, question)
  const made = keepLedger(book, station, question)
  if (made) return typeof made === 'string' ? made : within(made, span)
  const more = JSON.parse(book.consumption.kept(station.id)?.more ?? '{"why":"no_records"}') as More
  if ('why' in more) return more.why
  const { unit, channel, fills, told, sinceMs } = more
  return { unit, channel, fills, sinceMs, leftOut: isLeftOut(told), days: book.consumption.days(station.id, span.from, span.to) }
}

/**
 * The ledger in one unit: what is kept where that is the station's, else made for the occasion.
 * @param ledger the station's, where it is known already
 */
export function ledgerIn(
  book: Book,
  station: StationRow,
  { unit, ...question }: LedgerQuestion & { unit: VolumeUnit },
  ledger = ledgerOfStation(book, station, question),
): StationLedger | NoConsumption {
  return typeof ledger === 'string' || ledger.unit === unit ? ledger : wholeOf(book, station, question, unit)
}

/**
 * Brings what is kept of a station up to date. Null: it is already, or was written; otherwise the whole ledger, for a book
 * that is open for reading keeps nothing.
 */
export function keepLedger(
  book: Book,
  station: StationRow,
  { ground, nowMs }: Pick<LedgerQuestion, 'ground' | 'nowMs'>,
): StationLedger | NoConsumption | null {
  const { id } = station
  const basis = basisOf(book, station, ground)
  const gas = ground.gasOf(id)
  const askedTo = askedToDay(book, station, { ground, gas, nowMs })
  const source = [basis, askedTo, book.health.sources.of(id) ?? ''].join('|')
  const kept = untilNow(book, id, { gas, nowMs })
  const changes = changesOf(book, station)
  const changed = changes.length === 0 ? null : { fromMs: leastOf(changes) }
  if (kept && computedFrom(kept) === source && !changed) return null
  const write = (ledger: StationLedger | null, from: Day, more: More, untilMs = Infinity) =>
    book.derive(() => {
      const { channel, unit } = ledger ?? { channel: '', unit: 'standard_m3' as const }
      const days = ledger?.days ?? []
      const kept = { source: running(source, untilMs, gas), more: JSON.stringify(more) }
      book.consumption.put(id, { channel, unit }, { ...kept, from, days, seen: changes })
    })

  const isSameBasis = kept?.source.startsWith(`${basis}|`) === true
  if (kept && isSameBasis && !changed && isAskedTo(kept, askedTo)) {
    if (book.mode === 'write') book.derive(() => book.consumption.touch(id, { source: source + runningOf(kept), more: kept.more }))
    return null
  }
  let since = kept && isSameBasis ? sinceWhen(book, id, kept, changed?.fromMs, gas) : null
  const fromMs = since === null ? {} : { fromMs: gasDaySpan(addDays(since.day, -READ_BEFORE_DAYS), since.day, gas).fromMs }
  let read = loadSource(book, station, { ground, nowMs, ...fromMs })
  if (since && (typeof read === 'string' || JSON.stringify(toldBy(read)) !== JSON.stringify(since.more.told))) {
    since = null
    read = loadSource(book, station, { ground, nowMs })
  }
  const isWritable = book.mode === 'write'
  if (typeof read === 'string') {
    if (isWritable) write(null, EVER.from, { why: read })
    return isWritable ? null : read
  }
  const range = rangeUntilAsked(read, askedTo, { gas, nowMs })
  const all = ledgerOf(read, range, gas)
  const { unit, channel } = read
  if (since === null || !isWritable) {
    const sinceMs = beginOf(range, all)
    const whole = { unit, channel, sinceMs, leftOut: isLeftOut(toldBy(read)), ...all }
    if (!isWritable) return since === null ? whole : wholeOf(book, station, { ground, nowMs, gas })
    write(whole, EVER.from, { unit, channel, fills: all.fills, told: toldBy(read), askedTo, sinceMs }, range.toMs)
    return null
  }
  const { sinceMs } = since.more
  const beginMs = gasDaySpan(since.day, since.day, gas).fromMs
  const fills = [...since.more.fills.filter(({ toMs }) => toMs <= beginMs), ...all.fills.filter(({ toMs }) => toMs > beginMs)]
  const days = all.days.filter(({ day }) => day >= since.day)
  const told = toldBy(read)
  const more = { unit, channel, fills, told, askedTo, sinceMs }
  write({ unit, channel, leftOut: isLeftOut(told), sinceMs, fills, days }, since.day, more, range.toMs)
  return null
}

/** What the ledger of a station is computed by, beside its records. */
function basisOf(book: Book, station: StationRow, ground: Ground): string {
  const lifeKey = book.stations.lifeKey(station.id)
  return [FUNCTIONS, ground.digestOf(station), digestOf(substituteVerdict(book, station)), ...(lifeKey && [digestOf(lifeKey)])].join('|')
}

/** Whether the kept days of a station are of the records that it has; days that are over since make no difference. */
export function isConsumptionKept(book: Book, stationId: number, ground: Ground): boolean {
  const station = book.stations.get(stationId)
  const kept = book.consumption.kept(stationId)
  if (!station) return true
  return (
    kept !== null &&
    kept.source.startsWith(`${basisOf(book, station, ground)}|`) &&
    computedFrom(kept).endsWith(`|${book.health.sources.of(stationId) ?? ''}`) &&
    changesOf(book, station).length === 0
  )
}

/** Months without days begin before the day that the first of them closes. */
const beginOf = (range: TimeSpan, { fills }: Ledger): number => fills.reduce((least, { fromMs }) => Math.min(least, fromMs), range.fromMs)

/** What the days were computed from, with the moment until which hours of the last one were due; of a day that is over none. */
function running(source: string, untilMs: number, gas: GasClock): string {
  if (!Number.isFinite(untilMs)) return `${source}|`
  const day = gasDayAt(untilMs - 1, gas)
  return `${source}|${untilMs < gasDaySpan(day, day, gas).toMs ? untilMs : ''}`
}
const runningOf = ({ source }: KeptLedger): string => source.slice(source.lastIndexOf('|'))
const computedFrom = ({ source }: KeptLedger): string => source.slice(0, source.lastIndexOf('|'))

/** What is kept, after the hours that have been since are due of the gas day that ran: nothing of it is read for them. */
function untilNow(book: Book, id: number, { gas, nowMs }: { gas: GasClock; nowMs: number }): KeptLedger | null {
  const kept = book.consumption.kept(id)
  const untilMs = kept && Number(runningOf(kept).slice(1))
  if (!kept || !untilMs || book.mode !== 'write') return kept
  const more = JSON.parse(kept.more) as More
  const day = gasDayAt(untilMs - 1, gas)
  const { fromMs, toMs } = gasDaySpan(day, day, gas)
  const nextMs = Math.min(toMs, hourBegunAt(nowMs, gas))
  if ('why' in more || nextMs <= untilMs) return kept
  const source = running(computedFrom(kept), nextMs, gas)
  book.derive(() =>
    book.consumption.prolong(
      id,
      { source, more: kept.more },
      { day, hours: hoursDueIn({ fromMs, toMs }, { fromMs: more.sinceMs, toMs: nextMs }) },
    ),
  )
  return { source, more: kept.more }
}

/** The changes of all devices that the station had. */
const changesOf = (book: Book, station: StationRow): SeenChange[] =>
  (book.stations.lifeKey(station.id) === '' ? [station] : book.stations.life(station.id)).flatMap(({ equipmentId }) => {
    const changed = equipmentId === null ? null : book.consumption.changedOf(equipmentId)
    return changed && equipmentId !== null ? [{ ...changed, equipmentId }] : []
  })

/** The first moment that changed; null: at none in particular. */
const leastOf = (changes: readonly SeenChange[]): number | null =>
  changes.reduce<number | null>((least, { fromMs }) => (least === null || fromMs === null ? null : Math.min(least, fromMs)), Infinity)

function isAskedTo(kept: KeptLedger, askedTo: Day | null): boolean {
  const more = JSON.parse(kept.more) as More
  return 'why' in more || more.askedTo === askedTo
}

/**
 * The first gas day that has to be computed again, and what was kept; null: all of them.
 * @param changed from when on records changed; null: anywhere; undefined: nowhere, and only more days were asked for
 */
function sinceWhen(book: Book, id: number, kept: KeptLedger, changed: number | null | undefined, gas: GasClock) {
  const more = JSON.parse(kept.more) as More
  if ('why' in more || changed === null) return null
  const last = more.askedTo ?? book.consumption.days(id, EVER.from, EVER.to).at(-1)?.day
  const changedMs = changed ?? (last === undefined ? undefined : gasDaySpan(last, last, gas).fromMs)
  if (changedMs === undefined) return null
  // A day of the service may be any zone's, and a record at the end of a day belongs to the one before. What is believed of
  // the days before these may be another thing now.
  let day = addDays(gasDayAt(changedMs, gas), -1 - BELIEF_DAYS)
  // A hole is filled from its beginning: computing begins after the last day that is whole.
  const before = book.consumption.days(id, EVER.from, addDays(day, -1))
  const whole = before.findLast(({ unknown }) => unknown === 0)
  if (!whole) return null
  day = addDays(whole.day, 1)
  for (const { fromMs, toMs } of more.fills) {
    const [first, last] = [gasDayAt(fromMs, gas), gasDayAt(toMs - 1, gas)]
    if (first < day && last >= day) day = first
  }
  return { day, more }
}

/** Gas days of another clock than the station's own are computed for the occasion. */
function inOtherDays(book: Book, station: StationRow, question: LedgerQuestion) {
  const whole = wholeOf(book, station, question)
  return typeof whole === 'string' ? whole : within(whole, question.span ?? EVER)
}

function wholeOf(
  book: Book,
  station: StationRow,
  { ground, nowMs, gas }: LedgerQuestion,
  unit?: VolumeUnit,
): StationLedger | NoConsumption {
  const read = loadSource(book, station, { ground, nowMs, ...(unit && { unit }) })
  if (typeof read === 'string') return read
  const askedTo = askedToDay(book, station, { ground, gas, nowMs })
  const range = rangeUntilAsked(read, askedTo, { gas, nowMs })
  const ledger = ledgerOf(read, range, gas)
  return { unit: read.unit, channel: read.channel, sinceMs: beginOf(range, ledger), leftOut: isLeftOut(toldBy(read)), ...ledger }
}

const within = ({ days, ...ledger }: StationLedger, { from, to }: { from: Day; to: Day }): StationLedger => ({
  ...ledger,
  days: days.filter(({ day }: LedgerDay) => day >= from && day <= to),
})
