import type { SettingRole } from '../../../contract/meaning.ts'
import type { Quantity } from '../../../contract/quantities.ts'
import { unitConversion } from '../../../contract/unit-conversion.ts'
import type { StationData } from '../../kernel/data.ts'

/** Numbers that a device's settings give, over time. */

/** A number of a setting in a base unit, from the moment at which it was seen. */
export interface SettingNumber {
  fromMs: number
  value: number
  takenAtMs: number
  channelName: string
  said: string
}

/** '1,6', '1.6', ' 160 '; NaN where it is no number. */
function numberOfText(text: string): number {
  const match = /^\s*([-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?)\s*$/.exec(text)
  return match?.[1] === undefined ? NaN : Number(match[1].replace(',', '.'))
}

/**
 * What the settings say of a role over time, oldest first. The first is believed of the time before it, for which nobody
 * has another.
 * @param base the unit wanted; a setting without a unit is believed to have it
 */
export function settingNumbers(
  { settings }: StationData,
  role: SettingRole,
  quantities: readonly Quantity[],
  base: string,
): SettingNumber[] {
  const found: SettingNumber[] = []
  for (const { takenAtMs, items } of settings) {
    const item = items.find(({ meaning }) => meaning.role === role && (meaning.quantity === null || quantities.includes(meaning.quantity)))
    if (!item) continue
    const toBase = unitConversion(item.unit ?? base, base)
    const value = toBase ? numberOfText(item.value) * toBase.factor + toBase.offset : NaN
    if (Number.isNaN(value) || found.at(-1)?.value === value) continue
    const fromMs = found.length === 0 ? -Infinity : takenAtMs
    found.push({ fromMs, value, takenAtMs, channelName: item.channelName, said: item.value })
  }
  return found
}
