import { api, type Parts } from '../base.ts'

export function fleetRoutes(_parts: Parts) {
  return {
    visits: api.fleet.visits.handler(() => {
      throw new Error('to come')
    }),
    health: api.fleet.health.handler(() => {
      throw new Error('to come')
    }),
    sparklines: api.fleet.sparklines.handler(() => {
      throw new Error('to come')
    }),
    tick: api.fleet.tick.handler(() => {
      throw new Error('to come')
    }),
  }
}
