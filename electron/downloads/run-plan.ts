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
