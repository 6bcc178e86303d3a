import { kindOfCode } from './channels.ts'
import { dimensionOf } from './units.ts'
import { unitNamed } from './unit-spellings.ts'

/**
 * What a channel measures, by its code, else by its name and unit. Charts give each quantity a pane of its own, and
 * values are converted by the unit's dimension. Patterns are the words that makers use in Russian and English.
 */
export const QUANTITIES = [
  'workingVolume', 'standardVolume', 'volume', 'workingFlow', 'standardFlow', 'flow',
  'pressure', 'differentialPressure', 'temperature', 'airTemperature',
  'conversionFactor', 'compressibility', 'voltage', 'signal',
  'workingCounter', 'standardCounter', 'counter', 'other',
] as const // oxfmt-ignore
export type Quantity = (typeof QUANTITIES)[number]

const COUNTERS: readonly Quantity[] = ['workingCounter', 'standardCounter', 'counter']
export const isCounter = (quantity: Quantity): boolean => COUNTERS.includes(quantity)

/** What the service's directory says of a channel; null where it says nothing. */
export interface MeasuredChannel {
  channelVarname: string
  channelName: string | null
  unitName: string | null
}

const BY_CODE: ReadonlyMap<string, Quantity> = new Map<string, Quantity>([
  ['gas_consume', 'standardVolume'],
  ['reading_value', 'standardCounter'],
  ['vnakpriv', 'standardCounter'],
  ['vnakwork', 'workingCounter'],
  ['vpriv', 'standardVolume'],
  ['vwork', 'workingVolume'],
  ['q', 'standardFlow'],
  ['qwork', 'workingFlow'],
  ['p', 'pressure'],
  ['pabs', 'pressure'],
  ['pizb', 'pressure'],
  ['pbar', 'pressure'],
  ['pin', 'pressure'],
  ['pout', 'pressure'],
  ['dp', 'differentialPressure'],
  ['t', 'temperature'],
  ['tair', 'airTemperature'],
  ['kkor', 'conversionFactor'],
  ['ksj', 'compressibility'],
  ['ubat', 'voltage'],
  ['btm', 'voltage'],
  ['bsg', 'voltage'],
  ['rssi', 'signal'],
])

const WORKING = /раб|working|actual|uncorrected|unconverted|line cond/iu
const STANDARD = /станд|привед|(?<!\p{L})ст\.|норм\.?\s|standard|corrected|converted|base cond/iu
const COUNTER = /накоп|нараст|показани|сч[её]тчик|index|totali[sz]er|accumul|counter/iu

const BY_NAME: readonly (readonly [RegExp, Quantity])[] = [
  [/перепад|differential|\bdp\b/iu, 'differentialPressure'],
  [/сжимаем|compressib/iu, 'compressibility'],
  [/коэфф?ициент|conversion factor|correction factor/iu, 'conversionFactor'],
  [/давлен|pressure/iu, 'pressure'],
  [
    /температур\S*\s+(?:в помещ|воздух|окруж|корпус|шкаф)|(?:air|room|ambient|case|cabinet) temperature/iu,
    'airTemperature',
  ],
  [/температур|temperature/iu, 'temperature'],
  [/напряжени|батаре|voltage|battery/iu, 'voltage'],
  [/уровень сигнала|rssi|signal/iu, 'signal'],
]

type Conditions = 'working' | 'standard' | null
const AMOUNTS = {
  volume: { working: 'workingVolume', standard: 'standardVolume', none: 'volume' },
  flow: { working: 'workingFlow', standard: 'standardFlow', none: 'flow' },
  counter: { working: 'workingCounter', standard: 'standardCounter', none: 'counter' },
} as const satisfies Record<string, Record<'working' | 'standard' | 'none', Quantity>>

function conditionsOf(text: string): Conditions {
  if (WORKING.test(text)) return 'working'
  return STANDARD.test(text) ? 'standard' : null
}

/** What a unit of a dimension may measure, whatever the name: a 'battery temperature' in °C is no voltage. */
const BY_DIMENSION: Readonly<Record<'pressure' | 'temperature', readonly Quantity[]>> = {
  pressure: ['pressure', 'differentialPressure'],
  temperature: ['temperature', 'airTemperature'],
}

/**
 * The quantity of a channel; `other` where neither its code, its name nor its unit tells.
 * @param counts true where the values are those of a counter (`kindOf`), for channels that only values tell apart
 */
export function quantityOf({ channelVarname, channelName, unitName }: MeasuredChannel, counts = false): Quantity {
  const known = BY_CODE.get(channelVarname.toLowerCase())
  if (known) return known
  const name = `${channelName ?? ''} ${channelVarname}`
  const unit = unitNamed(unitName)
  const dimension = unit && dimensionOf(unit.id)
  const conditions = conditionsOf(name) ?? (unit?.conditions ? (conditionsOf(unit.conditions) ?? 'standard') : 'none')
  if (dimension === 'flow') return AMOUNTS.flow[conditions]
  if (dimension === 'volume') {
    const counter = counts || COUNTER.test(name) || kindOfCode(channelVarname) === 'accumulator'
    return AMOUNTS[counter ? 'counter' : 'volume'][conditions]
  }
  const named = BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  if (named && (dimension === null || BY_DIMENSION[dimension].includes(named))) return named
  return dimension ?? named ?? 'other'
}
