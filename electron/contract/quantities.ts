import { kindOfCode } from './channels.ts'

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

interface Named {
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
const STANDARD = /станд|привед|норм\.?\s|standard|corrected|converted|base cond/iu
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

const PRESSURE_UNIT =
  /^(?:к|м|г|k|m|h)?(?:па|pa)$|^м?бар$|^m?bar$|^кгс|^kgf|^psi$|мм\.?\s*(?:вод|рт)|^atm?$|^ат[мa]?$/iu
const TEMPERATURE_UNIT = /^°?\s*[сc]$|^°?\s*[fkк]$|^град/iu
const FLOW_UNIT = /^(?:тыс\.?\s?|[нnст]\.?\s?)?[мm]\s?(?:3|³|\^3)\s?\/\s?(?:ч|час|h|мин|min|с|s|сут|d)/iu
const VOLUME_UNIT = /^(?:тыс\.?\s?|[нnст]\.?\s?)?[мm]\s?(?:3|³|\^3)$|^(?:куб\.? ?м|л|l)$/iu

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

/**
 * The quantity of a channel; `other` where neither its code, its name nor its unit tells.
 * @param counts true where the values are those of a counter (`kindOf`), for channels that only values tell apart
 */
export function quantityOf({ channelVarname, channelName, unitName }: Named, counts = false): Quantity {
  const known = BY_CODE.get(channelVarname.toLowerCase())
  if (known) return known
  const name = `${channelName ?? ''} ${channelVarname}`
  const unit = (unitName ?? '').trim()
  const conditions = conditionsOf(name) ?? 'none'
  if (FLOW_UNIT.test(unit)) return AMOUNTS.flow[conditions]
  if (VOLUME_UNIT.test(unit)) {
    const counter = counts || COUNTER.test(name) || kindOfCode(channelVarname) === 'accumulator'
    return AMOUNTS[counter ? 'counter' : 'volume'][conditions]
  }
  const named = BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  if (named) return named
  if (PRESSURE_UNIT.test(unit)) return 'pressure'
  return TEMPERATURE_UNIT.test(unit) ? 'temperature' : 'other'
}
