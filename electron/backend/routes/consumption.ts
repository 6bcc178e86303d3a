import { api, type Parts } from '../base.ts'

export function consumptionRoutes(_parts: Parts) {
  return {
    amounts: api.consumption.amounts.handler(() => {
      throw new Error('to come')
    }),
    parts: api.consumption.parts.handler(() => {
      throw new Error('to come')
    }),
  }
}
