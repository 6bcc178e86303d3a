import { valveOf } from '../../analysis/answers/situations/valve-spans.ts'
import { api, type Parts } from '../base.ts'
import { usualClock } from '../usual-clock.ts'

/** The valve of a station. */
export function valveRoutes(parts: Parts) {
  const { desk } = parts
  return {
    spans: api.valve.spans.handler(({ input: { stationId } }) =>
      valveOf(desk.book(), stationId, { usual: usualClock(parts), nowMs: desk.nowMs() }),
    ),
  }
}
