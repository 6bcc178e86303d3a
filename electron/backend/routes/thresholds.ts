import { api, type Parts } from '../base.ts'

export function thresholdRoutes(_parts: Parts) {
  return {
    all: api.thresholds.all.handler(() => {
      throw new Error('to come')
    }),
    ofDevice: api.thresholds.ofDevice.handler(() => {
      throw new Error('to come')
    }),
    set: api.thresholds.set.handler(() => {
      throw new Error('to come')
    }),
  }
}
