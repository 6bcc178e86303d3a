import { defined } from '../../contract/defined.ts'
import { api, type Parts } from '../base.ts'

/** What lies behind findings: explained holes, sums side by side, changes that several sources tell of. */
export const findingDetailRoutes = ({ desk }: Parts) => ({
  holes: api.findings.holes.handler(({ input, signal }) => desk.analyst().ask('holes', input, { signal })),
  sums: api.findings.sums.handler(({ input: { timeZone, contractHour, ...input }, signal }) =>
    desk.analyst().ask('sums', { ...input, gas: { zone: timeZone, contractHour } }, { signal }),
  ),
  changes: api.findings.changes.handler(({ input, signal }) => desk.analyst().ask('changes', defined(input), { signal })),
})
