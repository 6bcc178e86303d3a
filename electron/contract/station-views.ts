import { z } from 'zod'
import { base } from './errors.ts'
import { facetConditionSchema, stationSortSchema } from './stations.ts'

/** Named views of the station table: what it is narrowed by, its columns and its order. The preferences keep them. */
export const stationViewSchema = z.object({
  name: z.string().trim().min(1).max(80),
  /** The account (`accountKey`) whose providers and consumers it names; null: it makes sense in any book. */
  account: z.string().nullable(),
  text: z.string().max(200),
  choice: z.object({ kind: z.enum(['all', 'provider', 'consumer']), id: z.int().nullable() }),
  conditions: z.array(facetConditionSchema).max(40),
  /** Null: by name, and the best match first while something is searched. */
  sort: stationSortSchema.nullable(),
  columns: z.object({
    order: z.array(z.string()),
    wishes: z.record(
      z.string(),
      z.object({ width: z.number().optional(), hidden: z.boolean().optional(), pinned: z.boolean().optional() }),
    ),
  }),
})
export type StationView = z.infer<typeof stationViewSchema>

const stationViewsSchema = z.array(stationViewSchema)

export const stationViews = {
  list: base.output(stationViewsSchema),
  /** Keeps a view under its name, in place of the one that had it; `replaces` is gone then: the name it had before. */
  save: base.input(z.object({ view: stationViewSchema, replaces: z.string().optional() })).output(stationViewsSchema),
  remove: base.input(z.object({ name: z.string() })).output(stationViewsSchema),
}
