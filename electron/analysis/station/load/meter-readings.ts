import { registerOf } from '../../../book/archives/reading-record.ts'
import type { ReadingKey } from '../../../book/archives/reading-key.ts'
import type { Book, StationReading, StationRow } from '../../../book/index.ts'
import { lastDigitOf } from '../../../contract/decimal.ts'
import { isInDeviceTime } from '../../../contract/device-time.ts'
import { METER_QUANTITIES, type MeterNumbers, type MeterQuantity, type NotCompared } from '../../../contract/meter-reading.ts'
import type { TelemetryBeside } from '../../../contract/meter-readings.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import { SAME_UNIT, conversion, withoutNoise, type Conversion } from '../../../contract/units.ts'
import { bestChannel, type Told } from '../../kernel/channels/channel.ts'
import { digitsOf, stepBy } from '../../kernel/channels/step.ts'
import type { MeterReadingData, QuantityBeside } from '../../kernel/data.ts'
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

/** The readings of the time that a device was at the station, each beside what it sent. */
export const meterReadingsOf = (book: Book, device: StationRow, ground: Ground): MeterReadingData[] =>
  book.notes
    .readings(device.id)
    .filter(({ atMs }) => isInDeviceTime(atMs, device.time))
    .map(({ reading, ...read }) => besideOf(book, device, ground, { ...read, numbers: reading }))

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
  const quantities = METER_QUANTITIES.flatMap((quantity): QuantityBeside[] => {
    const digits = numbers.values[quantity]
    if (digits === null && !all) return []
    const { telemetry, why, step } = toldAt(book, device, ground, { quantity, atMs, unit: unitOf(quantity, numbers) })
    const said = digits === null ? null : Number(digits)
    const difference = said === null || telemetry?.value == null ? null : withoutNoise(said - telemetry.value, said)
    return [{ quantity, said, step: digits === null ? step : Math.max(lastDigitOf(digits), step), difference, telemetry, why }]
  })
  return { id, atMs, quantities }
}

interface Asked {
  quantity: MeterQuantity
  atMs: number
  /** From the base unit of the dimension into that of the reading. */
  unit: Conversion
}

const unitOf = (quantity: MeterQuantity, { pressureUnit }: MeterNumbers): Conversion =>
  quantity === 'pressure' ? conversion('kPa', pressureUnit) : SAME_UNIT

interface ToldAt {
  telemetry: TelemetryBeside | null
  why: NotCompared | null
  /** The last digit that the two records were written with, in the unit of the reading. */
  step: number
}

/** By the archive whose records lie closest around the moment. */
function toldAt(book: Book, device: StationRow, ground: Ground, { quantity, atMs, unit }: Asked): ToldAt {
  const nothing = (why: NotCompared): ToldAt => ({ telemetry: null, why, step: 0 })
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

function between(before: Sent, after: Sent, atMs: number): number {
  if (after.atMs === before.atMs) return before.value
  const share = (atMs - before.atMs) / (after.atMs - before.atMs)
  return withoutNoise(before.value + share * (after.value - before.value), after.value)
}
