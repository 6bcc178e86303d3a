import type { RouteLocationRaw } from 'vue-router'
import { CONSUMPTION_STEPS, type ConsumptionStep } from '../../electron/contract/consumption-words.ts'
import { addressOf, id, ids, named, number, oneOf, together, type Values } from '../address/fields.ts'
import { chosenDays } from '../address/times.ts'

/** How consumption is shown: its periods, or one total each of the stations, consumers or providers that it is made of. */
export const CONSUMPTION_SHAPES = ['periods', 'station', 'consumer', 'provider'] as const

/** The owner of the consumption; without one it is the whole book's. */
export interface ConsumptionOf {
  stations: number[]
  consumer: number | null
  provider: number | null
}
/** The owner of the consumption, as every address says it. */
export const whose = together({ stations: ids, consumer: id, provider: id })

/** The owner of the consumption, as a link wishes it. */
export interface WhoseWish {
  stations?: readonly number[]
  consumer?: number | null
  provider?: number | null
}
export const whoseOf = ({ stations = [], consumer = null, provider = null }: WhoseWish): ConsumptionOf => ({
  stations: [...stations],
  consumer,
  provider,
})
/** The owner of the consumption, as the contract takes it. */
export const asAsked = ({ stations, consumer, provider }: ConsumptionOf) => ({
  ...(stations.length > 0 && { stationIds: stations }),
  ...(consumer !== null && { consumerId: consumer }),
  ...(provider !== null && { providerId: provider }),
})

export const CONSUMPTION = {
  of: whose,
  by: oneOf(CONSUMPTION_STEPS, 'month'),
  span: chosenDays,
  /** Earlier years beside. */
  years: number(2, 0, 10),
  shape: named('show', oneOf(CONSUMPTION_SHAPES, 'periods')),
}
type ConsumptionPlace = Values<typeof CONSUMPTION>

const address = addressOf(CONSUMPTION)
const USUAL: ConsumptionPlace = address.read({})

/** Leads to the consumption of stations, a consumer or a provider. */
export const consumptionAt = ({ by = USUAL.by, ...wish }: WhoseWish & { by?: ConsumptionStep }): RouteLocationRaw => ({
  name: 'consumption',
  query: address.write({ ...USUAL, of: whoseOf(wish), by }),
})
