import { kindOfCode } from './channels.ts'
import { foldBeginning } from './folding.ts'
import type { PressureBasis } from './meaning.ts'
import { MEANING_TABLE, type TableRow } from './meaning-table.ts'
import type { Quantity } from './quantity-names.ts'
import { dimensionOf } from './units.ts'
import { unitNamed } from './unit-spellings.ts'

/** What a channel measures, by its code, else by its name and unit. Makers' words lie in `meaning-table.ts`. */
export { QUANTITIES, type Quantity } from './quantity-names.ts'

const COUNTERS: readonly Quantity[] = ['workingCounter', 'standardCounter', 'counter']
export const isCounter = (quantity: Quantity): boolean => COUNTERS.includes(quantity)
const VOLUMES: readonly Quantity[] = ['workingVolume', 'standardVolume', 'volume']
export const isVolume = (quantity: Quantity): boolean => VOLUMES.includes(quantity)

/** What the service's directory says of a channel; null where it says nothing. */
export interface MeasuredChannel {
  channelVarname: string
  channelName: string | null
  unitName: string | null
}

const ROWS = MEANING_TABLE.filter(({ meant }) => meant === 'channel')
const BY_CODE: ReadonlyMap<string, TableRow> = new Map(ROWS.flatMap((row) => (row.codes ?? []).map((code) => [code, row] as const)))
const PATTERNS: readonly { row: TableRow; words: RegExp }[] = ROWS.flatMap((row) =>
  row.pattern === undefined ? [] : [{ row, words: new RegExp(row.pattern, 'u') }],
)
const BY_NAME = PATTERNS.filter(({ row }) => row.quantity !== undefined)
const found = (has: (row: TableRow) => unknown, text: string): TableRow | undefined =>
  PATTERNS.find(({ row, words }) => has(row) && words.test(text))?.row

const AMOUNTS = {
  volume: { working: 'workingVolume', standard: 'standardVolume', none: 'volume' },
  flow: { working: 'workingFlow', standard: 'standardFlow', none: 'flow' },
  counter: { working: 'workingCounter', standard: 'standardCounter', none: 'counter' },
} as const satisfies Record<string, Record<'working' | 'standard' | 'none', Quantity>>

const conditionsIn = (text: string) => found((row) => row.conditions, text)

/** The quantities that a unit of a dimension may measure, whatever the name: a 'battery temperature' in °C is no voltage. */
const BY_DIMENSION: Readonly<Record<'pressure' | 'temperature', readonly Quantity[]>> = {
  pressure: ['pressure', 'differentialPressure'],
  temperature: ['temperature', 'airTemperature'],
}

/** What the table says of a channel. */
export interface RecognisedChannel {
  quantity: Quantity
  /** Null: nobody has said it, or the quantity is no pressure. */
  basis: PressureBasis | null
  /** A pressure or a temperature, but not that of the gas. */
  notOfGas: boolean
  /** The row of the table that recognised it; null: none did, and the quantity is `other`. */
  row: string | null
}

/** @param counts true where the values are those of a counter (`kindOf`), for channels that only values tell apart */
export function recogniseChannel(channel: MeasuredChannel, counts = false): RecognisedChannel {
  const { channelVarname, channelName, unitName } = channel
  const name = `${foldBeginning(channelName ?? '')} ${foldBeginning(channelVarname)}`.trim()
  const coded = BY_CODE.get(foldBeginning(channelVarname))
  const { quantity, row } = coded?.quantity ? { quantity: coded.quantity, row: coded.id } : named(channel, name, counts)
  const isPressure = quantity === 'pressure'
  const ofGas = coded?.notOfGas !== true && found(({ notOfGas }) => notOfGas, name) === undefined
  const basis = coded?.basis ?? found((one) => one.basis, `${name} ${foldBeginning(unitName ?? '')}`)?.basis ?? null
  return { quantity, row, basis: isPressure ? basis : null, notOfGas: !ofGas && quantity in NOT_OF_GAS }
}
const NOT_OF_GAS: Partial<Record<Quantity, true>> = { pressure: true, temperature: true, airTemperature: true }

function named({ channelVarname, unitName }: MeasuredChannel, name: string, counts: boolean) {
  const unit = unitNamed(unitName)
  const dimension = unit && dimensionOf(unit.id)
  const byName = BY_NAME.find(({ words }) => words.test(name))?.row
  const amount = amountOf(dimension, byName, name)
  if (amount) {
    const said = conditionsIn(name) ?? (unit?.conditions ? conditionsIn(foldBeginning(unit.conditions)) : undefined)
    // 'нм³': whatever letter stands before the cubic metre, it is not at working conditions.
    const conditions = said?.conditions ?? (unit?.conditions ? 'standard' : 'none')
    const counter = found((row) => row.counts, name)
    const isCounter = amount.kind === 'volume' && (counts || counter || kindOfCode(channelVarname) === 'accumulator')
    return {
      quantity: AMOUNTS[isCounter ? 'counter' : amount.kind][conditions] as Quantity,
      row: (isCounter ? counter?.id : undefined) ?? said?.id ?? amount.row,
    }
  }
  if (dimension === 'pressure' || dimension === 'temperature') {
    const fits = byName?.quantity !== undefined && BY_DIMENSION[dimension].includes(byName.quantity)
    return fits && byName?.quantity ? { quantity: byName.quantity, row: byName.id } : { quantity: dimension, row: UNIT }
  }
  return byName?.quantity ? { quantity: byName.quantity, row: byName.id } : { quantity: 'other' as const, row: null }
}
const UNIT = 'channel.unit'

/** Volume or flow: by the unit, and where there is none that is known, by the words of a name that has no other meaning. */
function amountOf(dimension: string | null, byName: TableRow | undefined, name: string) {
  if (dimension === 'flow' || dimension === 'volume') return { kind: dimension, row: UNIT } as const
  if (dimension !== null || byName) return null
  const row = found(({ amount }) => amount, name)
  return row?.amount ? { kind: row.amount, row: row.id } : null
}

/**
 * The quantity of a channel; `other` where neither its code, its name nor its unit tells.
 * @param counts true where the values are those of a counter (`kindOf`), for channels that only values tell apart
 */
export const quantityOf = (channel: MeasuredChannel, counts = false): Quantity => recogniseChannel(channel, counts).quantity
