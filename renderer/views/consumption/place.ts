import type { LocationQuery, RouteLocationRaw } from 'vue-router'
import { CONSUMPTION_STEPS, type ConsumptionStep } from '../../../electron/contract/consumption-words.ts'
import type { Span } from '../../../electron/contract/records.ts'
import { isDay } from '../../../electron/contract/time/day.ts'

/** How consumption is shown: its periods, or one total each of the stations, consumers or providers that it is made of. */
export const CONSUMPTION_SHAPES = ['periods', 'station', 'consumer', 'provider'] as const
type ConsumptionShape = (typeof CONSUMPTION_SHAPES)[number]

/** Whose consumption: nothing said is the whole book. */
export interface ConsumptionOf {
  stations: number[]
  consumer: number | null
  provider: number | null
}
export interface ConsumptionPlace {
  of: ConsumptionOf
  by: ConsumptionStep
  /** Null: all of the book. Undefined: nobody has chosen days. */
  span: Span | null | undefined
  /** Earlier years beside. */
  years: number
  shape: ConsumptionShape
}

const USUAL_YEARS = 2
const MOST_YEARS = 10
const USUAL_STEP: ConsumptionStep = 'month'

export const word = (query: LocationQuery, name: string): string | null => {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}
const idOf = (text: string | null): number | null => {
  const id = Number(text)
  return text !== null && Number.isSafeInteger(id) && id > 0 ? id : null
}

export function spanIn(query: LocationQuery): Span | null | undefined {
  const [from, to] = [word(query, 'from'), word(query, 'to')]
  if (word(query, 'days') === 'all') return null
  return from && to && isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

/** Whose an address says it is. */
export const ofIn = (query: LocationQuery): ConsumptionOf => ({
  stations: (word(query, 'stations')?.split(',') ?? []).flatMap((text) => idOf(text) ?? []),
  consumer: idOf(word(query, 'consumer')),
  provider: idOf(word(query, 'provider')),
})
export const queryOfOf = ({ stations, consumer, provider }: ConsumptionOf): Record<string, string | undefined> => ({
  stations: stations.join(',') || undefined,
  consumer: consumer === null ? undefined : String(consumer),
  provider: provider === null ? undefined : String(provider),
})

/** Reads an address; what does not fit is left out. */
export function placeIn(query: LocationQuery): ConsumptionPlace {
  const years = Number(word(query, 'years') ?? USUAL_YEARS)
  return {
    of: ofIn(query),
    by: CONSUMPTION_STEPS.find((one) => one === word(query, 'by')) ?? USUAL_STEP,
    span: spanIn(query),
    years: Number.isInteger(years) && years >= 0 && years <= MOST_YEARS ? years : USUAL_YEARS,
    shape: CONSUMPTION_SHAPES.find((one) => one === word(query, 'show')) ?? 'periods',
  }
}

/** The address of a place; what is usual is not said. */
export function queryOf({ of, by, span, years, shape }: ConsumptionPlace): Record<string, string | undefined> {
  return {
    ...queryOfOf(of),
    by: by === USUAL_STEP ? undefined : by,
    from: span?.from,
    to: span?.to,
    days: span === null ? 'all' : undefined,
    years: years === USUAL_YEARS ? undefined : String(years),
    show: shape === 'periods' ? undefined : shape,
  }
}

/** Leads to the consumption of stations, a consumer or a provider. */
export function consumptionAt(wish: {
  stations?: readonly number[]
  consumer?: number
  provider?: number
  by?: ConsumptionStep
}): RouteLocationRaw {
  const of = { stations: [...(wish.stations ?? [])], consumer: wish.consumer ?? null, provider: wish.provider ?? null }
  const place = { of, by: wish.by ?? USUAL_STEP, span: undefined, years: USUAL_YEARS, shape: 'periods' } as const
  return { name: 'consumption', query: queryOf(place) }
}
