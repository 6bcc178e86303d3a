import { api, type Parts } from '../base.ts'

/** Consumption by hour, gas day, month and year. */
export const consumptionRoutes = ({ desk }: Parts) => ({
  amounts: api.consumption.amounts.handler(({ input, signal }) => desk.analyst().ask('amounts', input, { signal })),
  peaks: api.consumption.peaks.handler(({ input, signal }) => desk.analyst().ask('peaks', input, { signal })),
  parts: api.consumption.parts.handler(({ input, signal }) => desk.analyst().ask('parts', input, { signal })),
})
