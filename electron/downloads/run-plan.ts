import { z } from 'zod'
import { planSchema, type Plan } from '../contract/downloads.ts'

/** A plan as stored with its run: asked for by a window or the command line, or begun by the program itself. */
export const runPlanSchema = planSchema.extend({
  /** Further parts, fetched in this order after the plan's own, each with its own stations, archives and days. */
  also: z.array(planSchema.pick({ stations: true, archives: true, views: true, span: true })).optional(),
  /** Begun by the program itself: the user's run replaces it, and its end is not announced. */
  unasked: z.boolean().optional(),
})
export type RunPlan = z.infer<typeof runPlanSchema>

/** Whether it is a run of a trip that is kept fresh, which nobody has started. */
export const ranByItself = ({ unasked, trip }: RunPlan): boolean => unasked === true && trip !== undefined

/** The parts of a plan in the order in which they are fetched, each a whole plan. */
export function partsOf(plan: RunPlan): [Plan, ...Plan[]] {
  const { also = [], ...first } = plan
  return [first, ...also.map((part) => ({ ...first, ...part }))]
}

/** All parts of a plan merged into one, for the history: every station, archive and view of any part, from the first day to the last. */
export function wholeOf(plan: RunPlan): Plan {
  const { unasked: _, ...first } = plan
  return partsOf(first).reduce((whole, part) => ({
    ...whole,
    stations:
      whole.stations === 'all' || part.stations === 'all'
        ? 'all'
        : [...new Set([...whole.stations, ...part.stations])].toSorted((a, b) => a - b),
    archives: [...new Set([...whole.archives, ...part.archives])],
    views: [...new Set([...whole.views, ...part.views])],
    span: {
      from: part.span.from < whole.span.from ? part.span.from : whole.span.from,
      to: part.span.to > whole.span.to ? part.span.to : whole.span.to,
    },
  }))
}
