import { api, type Parts } from '../base.ts'

/** Consumption by hour, gas day, month and year. */
export const consumptionRoutes = ({ desk }: Parts) => ({
  amounts: api.consumption.amounts.handler(({ input: { timeZone, contractHour, stationIds, consumerId, providerId, ...input }, signal }) =>
    desk
      .analyst()
      .ask('amounts', { ...input, gas: { zone: timeZone, contractHour }, whose: { stationIds, consumerId, providerId } }, { signal }),
  ),
  parts: api.consumption.parts.handler(({ input: { timeZone, contractHour, stationIds, consumerId, providerId, of, ...input }, signal }) =>
    desk
      .analyst()
      .ask('parts', { ...input, gas: { zone: timeZone, contractHour }, whose: { stationIds, consumerId, providerId, of } }, { signal }),
  ),
})
