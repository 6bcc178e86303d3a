import { registerOf } from '../../../book/archives/reading-record.ts'
import type { ReadingKey } from '../../../book/archives/reading-key.ts'
import type { Book, StationReading, StationRow } from '../../../book/index.ts'
import { lastDigitOf } from '../../../contract/decimal.ts'
import { isInDeviceTime } from '../../../contract/device-time.ts'
import {
  isMeterCounter,
  METER_QUANTITIES,
  type MeterNumbers,
  type MeterQuantity,
  type NotCompared,
} from '../../../contract/meter-reading.ts'
import type { TelemetryBeside } from '../../../contract/meter-readings.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import { MINUTE_MS } from '../../../contract/time/units.ts'
import { SAME_UNIT, conversion, withoutNoise, type Conversion } from '../../../contract/units.ts'
import { bestChannel, type Told } from '../../kernel/channels/channel.ts'
import { digitsOf, stepBy } from '../../kernel/channels/step.ts'
import type { MeterReadingData, QuantityBeside } from '../../kernel/data.ts'
import { dialDecimals, ofDial } from '../../kernel/meter-verdict.ts'
import { channelsOf } from '../archives.ts'
import type { Ground } from './ground.ts'
import { meantIn } from './meant.ts'
import { judgedArchives } from './views.ts'

/** What telemetry says at the moments of readings at the meter (docs/field-rules.md, section H). */

/** Which channel stands beside which number of a dial, the best first. A counter of unknown conditions is the only one there is. */
const TOLD_BY: Readonly<Record<MeterQuantity, readonly Quantity[]>> = {
  standardCounter: ['standardCounter', 'counter'],
  workingCounter: ['workingCounter'],
  pressure: ['pressure'],
  temperature: ['temperature'],
  conversionFactor: ['conversionFactor'],
}

/** The readings of the time that a device was at the station, the oldest first. */
const readingsOf = (book: Book, device: StationRow): StationReading[] =>
  book.notes.readings(device.id).filter(({ atMs }) => isInDeviceTime(atMs, device.time))

/** They, each beside what the device sent. */
export const meterReadingsOf = (book: Book, device: StationRow, ground: Ground): MeterReadingData[] =>
  readingsOf(book, device).map(({ reading, ...read }) => besideOf(book, device, ground, { ...read, numbers: reading }))

/**
 * One reading beside what the device sent, whether it is kept already or is still being typed.
 * @param read.all what telemetry says of the numbers that are not read as well
 */
export function besideOf(
  book: Book,
  device: StationRow,
  ground: Ground,
  { id, atMs, numbers, all = false }: Omit<StationReading, 'reading'> & { numbers: MeterNumbers; all?: boolean },
): MeterReadingData {
  const earlier = readingsOf(book, device).filter((read) => read.id !== id && read.atMs < atMs)
  const quantities = METER_QUANTITIES.flatMap((quantity): QuantityBeside[] => {
    const digits = numbers.values[quantity]
    if (digits === null && !all) return []
    const sinceMs = earlier.flatMap((read) => (read.reading.values[quantity] === null ? [] : read.atMs)).reverse()
    const { telemetry, step, ...told } = toldAt(book, device, ground, { quantity, atMs, sinceMs, unit: unitOf(quantity, numbers) })
    const said = digits === null ? null : Number(digits)
    const decimals = dialDecimals(digits === null ? step : lastDigitOf(digits))
    const value = telemetry?.value == null ? null : ofDial(telemetry.value, decimals)
    return [
      {
        quantity,
        said,
        decimals,
        difference: said === null || value === null ? null : ofDial(said - value, decimals),
        telemetry: telemetry && { ...telemetry, value },
        step: digits === null ? step : Math.max(lastDigitOf(digits), step),
        ...told,
      },
    ]
  })
  return { id, atMs, quantities }
}

interface Asked {
  quantity: MeterQuantity
  atMs: number
  /** When that number was read before, the newest first. */
  sinceMs: readonly number[]
  /** From the base unit of the dimension into that of the reading. */
  unit: Conversion
}

const unitOf = (quantity: MeterQuantity, { pressureUnit }: MeterNumbers): Conversion =>
  quantity === 'pressure' ? conversion('kPa', pressureUnit) : SAME_UNIT

interface ToldAt extends Pick<QuantityBeside, 'flowed' | 'perMinute'> {
  telemetry: TelemetryBeside | null
  why: NotCompared | null
  /** The last digit that the two records were written with, in the unit of the reading. */
  step: number
}

/** By the archive whose records lie closest around the moment. */
function toldAt(book: Book, device: StationRow, ground: Ground, { quantity, atMs, sinceMs, unit }: Asked): ToldAt {
  const nothing = (why: NotCompared): ToldAt => ({ telemetry: null, why, step: 0, flowed: 0, perMinute: 0 })
  const { equipmentId, equipmentTypeId: typeId } = device
  if (equipmentId === null) return nothing('no_device')
  const meanings = ground.meanings(typeId)
  let isThere = false
  const all = judgedArchives(book, device, meanings).flatMap((archive) => {
    const channel = bestChannel<Told>(meantIn(book, typeId, archive, meanings), TOLD_BY[quantity])
    isThere ||= channel !== null
    // A factor of conversion has no unit by its nature.
    const toBase = quantity === 'conversionFactor' ? SAME_UNIT : channel?.toBase
    if (!channel || !toBase) return []
    const change = { factor: toBase.factor * unit.factor, offset: toBase.offset * unit.factor + unit.offset }
    return [{ archive, channel, change, ...aroundIn(book, archive, channel.channelVarname, atMs) }]
  })
  const width = ({ before, after }: Around) => (before && after ? after.atMs - before.atMs : Infinity)
  const nearest = all.toSorted((a, b) => width(a) - width(b) || Number(!a.before) - Number(!b.before))[0]
  if (!nearest) return nothing(isThere ? 'unknown_unit' : 'no_channel')
  const { archive, channel, change } = nearest
  const sent = Float64Array.from([nearest.before, nearest.after].flatMap((record) => (record ? [record.value] : [])))
  const numberOf = (record: Sent | null) =>
    record && { atMs: record.atMs, value: withoutNoise(record.value * change.factor + change.offset) }
  const [before, after] = [numberOf(nearest.before), numberOf(nearest.after)]
  const fell = quantity.endsWith('Counter') && before !== null && after !== null && after.value < before.value
  const value = before === null || after === null || fell ? null : between(before, after, atMs)
  const isCompared = value !== null && isMeterCounter(quantity)
  const around = (ms: number) => aroundIn(book, archive, channel.channelVarname, ms)
  const [info] = channelsOf(book, typeId, archive, [channel.channelVarname])
  return {
    telemetry: {
      archiveType: archive.archiveType,
      channelVarname: channel.channelVarname,
      channelName: info?.channelName ?? null,
      before,
      after,
      value,
    },
    why: before === null ? 'no_record_before' : after === null ? 'no_record_after' : fell ? 'counter_fell' : null,
    // Of zeros alone nobody knows the digits: then as of whole numbers.
    step: (stepBy(digitsOf(sent, sent)) || 1) * change.factor,
    flowed: isCompared
      ? withoutNoise(risenTo(value / change.factor, around, { sinceMs, firstMs: nearest.archive.firstMs }) * change.factor, value)
      : 0,
    perMinute: isCompared ? greatestFlow(nearest, around) * change.factor : 0,
  }
}

interface Sent {
  atMs: number
  value: number
}
interface Around {
  /** The last record with a number before the moment or at it, and the first one after it or at it. */
  before: Sent | null
  after: Sent | null
}

/** So many records are looked through for one with a number. */
const FEW = 200

function aroundIn(book: Book, archive: ReadingKey, code: string, atMs: number): Around {
  const first = (range: { fromMs: number } | { toMs: number; desc: true }): Sent | null => {
    for (const record of book.readings.rows(archive, { ...range, limit: FEW })) {
      const value = registerOf(record.values[code])
      if (!Number.isNaN(value)) return { atMs: record.atMs, value }
    }
    return null
  }
  return { before: first({ toMs: Math.floor(atMs), desc: true }), after: first({ fromMs: Math.ceil(atMs) }) }
}

/**
 * By how much a counter has risen since it was compared last, else since the archive's begin. Of one that fell in between,
 * which began again at zero, what it shows.
 */
function risenTo(
  value: number,
  around: (atMs: number) => Around,
  { sinceMs, firstMs }: { sinceMs: readonly number[]; firstMs: number },
): number {
  const compared = sinceMs.flatMap((ms) => {
    const { before, after } = around(ms)
    return before && after && after.value >= before.value ? between(before, after, ms) : []
  })
  const then = compared[0] ?? around(firstMs).after?.value ?? value
  return value >= then ? value - then : value
}

/** The most that flowed in a minute between the two records, or between one of them and its other neighbour. */
function greatestFlow({ before, after }: Around, around: (atMs: number) => Around): number {
  if (!before || !after) return 0
  const records = [around(before.atMs - 1).before, before, after, around(after.atMs + 1).after]
  const flows = records.slice(1).map((record, nth) => {
    const former = records[nth]
    return former && record && record.atMs > former.atMs ? ((record.value - former.value) / (record.atMs - former.atMs)) * MINUTE_MS : 0
  })
  return Math.max(0, ...flows)
}

function between(before: Sent, after: Sent, atMs: number): number {
  if (after.atMs === before.atMs) return before.value
  const share = (atMs - before.atMs) / (after.atMs - before.atMs)
  return withoutNoise(before.value + share * (after.value - before.value), after.value)
}
