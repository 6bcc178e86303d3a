import { z } from 'zod'
import { planSchema, type Plan } from '../contract/downloads.ts'

/** A plan as a run keeps it: what a window or the command line asked for, or what the program began by itself. */
export const runPlanSchema = planSchema.extend({
  /** Parts that follow the plan's own, in this order, each with stations, archives and days of its own. */
  also: z.array(planSchema.pick({ stations: true, archives: true, views: true, span: true })).optional(),
  /** Begun by the program itself: it gives way to what the user begins, and its end is not announced. */
  unasked: z.boolean().optional(),
})
export type RunPlan = z.infer<typeof runPlanSchema>

/** The parts of a plan in the order in which they are fetched, each a whole plan. */
export function partsOf(plan: RunPlan): [Plan, ...Plan[]] {
  const { also = [], ...first } = plan
  return [first, ...also.map((part) => ({ ...first, ...part }))]
}

/** All parts of a plan in one, as a history names it: every station, archive and view of any part, from the first day to the last. */
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
