import { choicesOf } from '../../analysis/answers/overlay/choices.ts'
import { columnsOfLine, columnsOnce } from '../../analysis/answers/overlay/columns.ts'
import { overlayOf } from '../../analysis/answers/overlay/overlay.ts'
import { sparklinesOf } from '../../analysis/answers/overlay/sparklines.ts'
import { api, type Parts } from '../base.ts'

/** Stations and periods over each other, and the small charts of a comparison. */
export function overlayRoutes({ desk }: Parts) {
  return {
    choices: api.overlay.choices.handler(({ input }) => choicesOf(desk.book(), input.stationIds)),

    lines: api.overlay.lines.handler(({ input: { timeZone, contractHour, maxPoints, ...question } }) => {
      const gas = { zone: timeZone, contractHour }
      const { span, lines, ...overlay } = overlayOf(desk.book(), { ...question, gas, nowMs: desk.nowMs() })
      const sent = columnsOnce()
      return {
        ...overlay,
        ...span,
        lines: lines.map(({ line, base, ...facts }) => {
          const { columns, rows, thinned } = columnsOfLine(line, base, maxPoints)
          return { ...facts, rows, thinned, columns: columns.map(sent.placeOf) }
        }),
        columns: new Blob(sent.columns as Float64Array<ArrayBuffer>[]),
      }
    }),

    sparklines: api.overlay.sparklines.handler(({ input: { timeZone, contractHour, ...question } }) =>
      sparklinesOf(desk.book(), { ...question, gas: { zone: timeZone, contractHour } }),
    ),
  }
}
