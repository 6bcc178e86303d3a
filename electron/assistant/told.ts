import { visible } from '../contract/visible.ts'
import { zoneClock } from '../contract/time/zone.ts'

/** How records of the program become what an assistant reads: moments as ISO 8601, texts with nothing unseen in them. */

/** A record with `atMs` told as `at`: each number under a name that ends in `Ms` is a moment. */
export type Told<Value> = Value extends readonly (infer Item)[]
  ? Told<Item>[]
  : Value extends object
    ? {
        [Key in keyof Value as Key extends `${infer Name}Ms` ? Name : Key]: Key extends `${string}Ms`
          ? Moment<Value[Key]>
          : Told<Value[Key]>
      }
    : Value
type Moment<Value> = Value extends readonly unknown[] ? string[] : Value extends number ? string : Value

/** Writes a moment, Unix ms, as ISO 8601 with the offset of the zone. */
export type Iso = (atMs: number) => string
export const isoIn = (timeZone: string): Iso => {
  const { iso } = zoneClock(timeZone)
  return (atMs) => iso(atMs).replace('.000', '')
}

/** The record with its moments as texts, at any depth. */
export function told<Value>(value: Value, iso: Iso): Told<Value> {
  return toldAs(value, false, iso) as Told<Value>
}

function toldAs(value: unknown, isMoment: boolean, iso: Iso): unknown {
  if (Array.isArray(value)) return value.map((item) => toldAs(item, isMoment, iso))
  if (typeof value === 'number') return isMoment ? iso(value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isTime = name.endsWith('Ms')
      return [isTime ? name.slice(0, -2) : name, toldAs(inner, isTime, iso)]
    }),
  )
}

/** A value of the service as it came, as JSON has it in one cell: what is no text, number or yes and no is its own JSON. */
export const cellOf = (value: unknown): string | number | boolean | null =>
  value === undefined || value === null
    ? null
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : JSON.stringify(value)

/** The same with every text made visible, names of fields as well. */
export function allVisible<Value>(value: Value): Value {
  return (
    typeof value === 'string'
      ? visible(value)
      : Array.isArray(value)
        ? value.map(allVisible)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [visible(name), allVisible(inner)]))
          : value
  ) as Value
}
