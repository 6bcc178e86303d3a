import { choicesOf } from '../../analysis/answers/overlay/choices.ts'
import { api, type Parts } from '../base.ts'

/** Stations and periods over each other, and the small charts of a comparison: amounts are what consumption says. */
export function overlayRoutes({ desk }: Parts) {
  return {
    choices: api.overlay.choices.handler(({ input }) => choicesOf(desk.book(), input.stationIds)),

    lines: api.overlay.lines.handler(({ input, signal }) => desk.analyst().ask('overlayLines', input, { signal })),

    sparklines: api.overlay.sparklines.handler(({ input, signal }) => desk.analyst().ask('overlaySparklines', input, { signal })),
  }
}
