import { api, type Parts } from '../base.ts'

export function findingDetailRoutes(_parts: Parts) {
  return {
    holes: api.findings.holes.handler(() => {
      throw new Error('to come')
    }),
    sums: api.findings.sums.handler(() => {
      throw new Error('to come')
    }),
    changes: api.findings.changes.handler(() => {
      throw new Error('to come')
    }),
  }
}
