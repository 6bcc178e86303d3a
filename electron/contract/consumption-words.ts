/** What consumption is asked by, and where a number comes from: free of zod, for the window too. */

export const CONSUMPTION_STEPS = ['hour', 'day', 'month', 'year'] as const
export type ConsumptionStep = (typeof CONSUMPTION_STEPS)[number]
