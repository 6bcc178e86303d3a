import { unitNamed } from './unit-spellings.ts'
import { dimensionOf } from './units.ts'

/** What the code of a channel tells: whether it belongs to the unified view, and how the channel adds up over time. */

/** The service's document lists them under 'Channel codes of the unified view': they mean the same for every device, whatever the directory of its type says. */
export const UNIFIED_CHANNELS = ['gas_consume', 'reading_value', 'VNakwork', 'Vwork', 'P', 'T'] as const

/** The units of these codes where the directory of the type names none of that kind. Nobody says in which unit pressures are. */
const UNIFIED_UNITS: Readonly<Record<(typeof UNIFIED_CHANNELS)[number], string | null>> = {
  gas_consume: 'м3',
  reading_value: 'м3',
  VNakwork: 'м3',
  Vwork: 'м3',
  P: null,
  T: '°C',
}

/**
 * The unit of a channel of the unified view.
 * @param named what the directory of the type says of this code; null: nothing
 */
export function unifiedUnit(channelVarname: string, named: string | null): string | null {
  const code = UNIFIED_CHANNELS.find((unified) => unified === channelVarname)
  const usual = unitNamed(code ? UNIFIED_UNITS[code] : null)
  if (!code || !usual) return named
  const said = unitNamed(named)
  return said && dimensionOf(said.id) === dimensionOf(usual.id) ? named : UNIFIED_UNITS[code]
}

/** Codes of channels that every language has a name for: the service's directory may name none of them. */
export const NAMED_CHANNELS = [
  ...UNIFIED_CHANNELS,
  'VNakpriv',
  'Vpriv',
  'Q',
  'Qwork',
  'dP',
  'Kkor',
  'Ksj',
  'Pabs',
  'Pizb',
  'Pbar',
  'Pin',
  'Pout',
  'Tair',
  'Ubat',
] as const

/**
 * How a channel adds up between two moments. `accumulator`: a counter, its difference is the consumption.
 * `period`: an amount for each record, its sum is. `state`: neither (pressure, temperature).
 */
export type ChannelKind = 'accumulator' | 'period' | 'state'

const KNOWN: ReadonlyMap<string, ChannelKind> = new Map([
  ['gas_consume', 'period'],
  ['Vwork', 'period'],
  ['Vpriv', 'period'],
  ['reading_value', 'accumulator'],
  ['P', 'state'],
  ['T', 'state'],
])
/** `VNakpriv`, `VNakwork` and their like: накопленный, accumulated. */
const ACCUMULATED = /^v?nak/i

/** A counter may jump back once (exchange, rollback) and is still one. */
const RISING_SHARE = 0.98

/** The kind that a code alone tells; null where the unit and the values have to be asked. */
export const kindOfCode = (channelVarname: string): ChannelKind | null =>
  KNOWN.get(channelVarname) ?? (ACCUMULATED.test(channelVarname) ? 'accumulator' : null)

/**
 * The kind by the code, else by the unit and by whether the values only ever rise.
 * @param values all of the archive, by time: a part of it may rise by chance
 */
export function kindOf(
  { channelVarname, unitName }: { channelVarname: string; unitName: string | null },
  values: Float64Array,
): ChannelKind {
  const known = kindOfCode(channelVarname)
  if (known) return known
  const unit = unitNamed(unitName)
  if (!unit || dimensionOf(unit.id) !== 'volume') return 'state'
  return isCounter(values) ? 'accumulator' : 'period'
}

/** True when the values nearly always stay or rise from one record to the next. */
export function isCounter(values: Float64Array): boolean {
  let steps = 0
  let rising = 0
  let previous = Number.NaN
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (!Number.isNaN(previous)) {
      steps++
      if (value >= previous) rising++
    }
    previous = value
  }
  return steps > 2 && rising >= steps * RISING_SHARE
}
