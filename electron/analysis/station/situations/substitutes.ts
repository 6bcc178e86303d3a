import type { Quantity } from '../../../contract/quantities.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import type { BasedChannel } from '../../kernel/channels/channel.ts'
import type { ArchiveData, StationData } from '../../kernel/data.ts'
import { baseNumber, inForceFrom, itemsOf } from '../settings/values.ts'
import { unionOf, type Situation } from './situations.ts'
import { baseStepOf } from '../../kernel/channels/step.ts'

/** Where a device counts with a substitute for a measured pressure or temperature. */

/** Half of the coarser digit: a substitute is often written with fewer digits than values are. */
const HALF = 0.5
/** The relative error that converting units leaves. */
const NOISE = 1e-9

interface Substitute {
  /** From when on it is in force, Unix ms. */
  fromMs: number
  /** In the base unit. */
  values: number[]
}

/** The substitutes of a channel by snapshot of the settings; empty where the settings name none. */
export function substitutesOf(data: StationData, channel: BasedChannel): Substitute[] {
  const { quantity } = channel.meaning
  if (quantity !== 'pressure' && quantity !== 'temperature') return []
  const found = data.settings.map((snapshot, at) => ({
    fromMs: inForceFrom(data, at),
    values: itemsOf(snapshot, 'substitute', [quantity])
      .map((item) => baseNumber(item, quantity, channel.unit === null ? null : channel.toBase))
      .filter((value) => !Number.isNaN(value)),
  }))
  return found.some(({ values }) => values.length > 0) ? found : []
}

/** 1 where a record shows the substitute in force to half a digit. */
export function equalsSubstitute({ timesMs }: ArchiveData, channel: BasedChannel, substitutes: readonly Substitute[]): Uint8Array {
  const { values, toBase } = channel
  const equal = new Uint8Array(values.length)
  if (substitutes.length === 0) return equal
  const step = baseStepOf(channel)
  substitutes.forEach(({ fromMs, values: wanted }, at) => {
    const from = firstWhere(0, timesMs.length, (place) => (timesMs[place] as number) >= fromMs)
    const untilMs = substitutes[at + 1]?.fromMs ?? Infinity
    const to = firstWhere(from, timesMs.length, (place) => (timesMs[place] as number) >= untilMs)
    for (const substitute of wanted) {
      const tolerance = step * HALF + Math.abs(substitute) * NOISE
      const [least, most] = [substitute - tolerance, substitute + tolerance]
      for (let place = from; place < to; place++) {
        const value = (values[place] as number) * toBase.factor + toBase.offset
        if (value >= least && value <= most) equal[place] = 1
      }
    }
  })
  return equal
}

/** When situations make the device substitute for a quantity; in order. */
export const substitutedBySituations = (situations: readonly Situation[], nowMs: number, quantity: Quantity): TimeSpan[] =>
  unionOf(situations, nowMs, (situation) => situation.substitutes && concerns(situation, quantity))

/** A situation that names no quantity may concern any. */
export const concerns = (situation: { quantity: Quantity | null }, quantity: Quantity): boolean =>
  situation.quantity === null || situation.quantity === quantity
