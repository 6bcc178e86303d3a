import { api, type Parts } from '../base.ts'

export function findingRoutes(_parts: Parts) {
  return {
    page: api.findings.page.handler(() => {
      throw new Error('to come')
    }),
    counts: api.findings.counts.handler(() => {
      throw new Error('to come')
    }),
    ofStation: api.findings.ofStation.handler(() => {
      throw new Error('to come')
    }),
    mark: api.findings.mark.handler(() => {
      throw new Error('to come')
    }),
    analysis: api.findings.analysis.handler(() => {
      throw new Error('to come')
    }),
    judge: api.findings.judge.handler(() => {
      throw new Error('to come')
    }),
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
