import { fleetChanges } from '../../analysis/findings/fleet-changes.ts'
import { explainedHoles } from '../../analysis/findings/holes.ts'
import { inSlices } from '../../analysis/findings/judge-stations.ts'
import { sharedGround } from '../../analysis/findings/load/ground.ts'
import { loading } from '../../analysis/findings/load.ts'
import { threeSums } from '../../analysis/findings/three-sums.ts'
import { stationIn } from '../../analysis/directory.ts'
import { defined } from '../../contract/defined.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { gasDaySpan, type TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { api, type Parts } from '../base.ts'
import { usualClock } from '../usual-clock.ts'

/** Days on each side that show at which hour an archive closes its days, and in which steps it writes. */
const AROUND_MS = 35 * DAY_MS
const around = ({ fromMs, toMs }: TimeSpan): TimeSpan => ({ fromMs: fromMs - AROUND_MS, toMs: toMs + AROUND_MS })

/** What lies behind findings: explained holes, sums side by side, changes that several sources tell of. */
export function findingDetailRoutes(parts: Parts) {
  const { desk } = parts

  /** A station as the rules see it. Throws NO_SUCH_STATION. */
  async function seen(stationId: number, range?: TimeSpan) {
    const book = desk.book()
    const station = stationIn(book, stationId)
    const usual = usualClock(parts)
    const ground = sharedGround(book, usual)
    const data = await inSlices(loading(book, stationId, desk.nowMs(), { usual, ground, ...defined({ range }) }))
    if (!data) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
    return { data, ...ground.thresholdsOf(station) }
  }

  return {
    holes: api.findings.holes.handler(async ({ input: { stationId, archiveType, fromMs, toMs } }) => {
      const { data, thresholds } = await seen(stationId)
      return explainedHoles(data, thresholds, { archiveType, fromMs: fromMs ?? -Infinity, toMs: toMs ?? Infinity })
    }),
    sums: api.findings.sums.handler(async ({ input: { stationId, from, to, timeZone, contractHour } }) => {
      const gas = { zone: timeZone, contractHour }
      const { data, thresholds } = await seen(stationId, around(gasDaySpan(from, to, gas)))
      const sums = await inSlices(threeSums(data, { from, to, gas, limits: thresholds.hours_against_day }))
      if (!sums) throw new MeterbookError('NO_SUCH_STATION', { id: stationId })
      return sums
    }),
    changes: api.findings.changes.handler(({ input, signal }) => {
      const book = desk.book()
      const goesOn = () => desk.bookOrNull() === book && signal?.aborted !== true
      return fleetChanges(book, defined(input), { usual: usualClock(parts), nowMs: desk.nowMs(), goesOn })
    }),
  }
}
