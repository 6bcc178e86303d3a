import { amountsOf } from '../../analysis/consumption/amounts.ts'
import { partsOf, stationsMeant } from '../../analysis/consumption/parts.ts'
import { api, type Parts } from '../base.ts'
import { usualClock } from '../usual-clock.ts'

/** Consumption by hour, gas day, month and year. */
export function consumptionRoutes(parts: Parts) {
  const { desk } = parts
  const clocks = ({ timeZone, contractHour }: { timeZone: string; contractHour: number }) => ({
    gas: { zone: timeZone, contractHour },
    usual: usualClock(parts),
    nowMs: desk.nowMs(),
  })

  return {
    amounts: api.consumption.amounts.handler(({ input }) => {
      const book = desk.book()
      return amountsOf(book, { ...input, ...clocks(input), stationIds: stationsMeant(book, input) })
    }),
    parts: api.consumption.parts.handler(({ input: { offset, limit, of, ...input } }) =>
      partsOf(desk.book(), { ...input, of }, { offset, limit }, { ...input, ...clocks(input) }),
    ),
  }
}
