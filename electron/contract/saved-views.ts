import { z } from 'zod'
import { base } from './errors.ts'
import { facetConditionSchema, stationSortSchema } from './stations.ts'
import { tableQuery } from './station-table.ts'

/** Named views of the screens with filters: what they are narrowed by, their columns and their order. The preferences keep them. */

/** The screens that have saved views, by the names of their routes. */
const VIEW_SCREENS = ['workbench', 'events', 'findings', 'fleet'] as const
export type ViewScreen = (typeof VIEW_SCREENS)[number]

const nameSchema = z.string().trim().min(1).max(80)
const arrangementSchema = z.object({
  order: z.array(z.string()),
  wishes: z.record(z.string(), z.object({ width: z.number().optional(), hidden: z.boolean().optional(), pinned: z.boolean().optional() })),
})

export const savedViewSchema = z.object({
  screen: z.enum(VIEW_SCREENS),
  name: nameSchema,
  /** The account (`accountKey`) whose providers, consumers and stations it names; null: it makes sense in any book. */
  account: z.string().nullable(),
  /** What the screen is narrowed by and how it is ordered, as its address says it. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string()).max(1000)])),
  /** The columns of each of its grids, by the grid's name. */
  columns: z.record(z.string(), arrangementSchema),
})
export type SavedView = z.infer<typeof savedViewSchema>

/** As the first versions kept them: of the station table alone, its filter in parts. */
const firstSchema = z.object({
  name: nameSchema,
  account: z.string().nullable(),
  text: z.string(),
  choice: z.object({ kind: z.enum(['all', 'provider', 'consumer']), id: z.int().nullable() }),
  conditions: z.array(facetConditionSchema),
  sort: stationSortSchema.nullable(),
  columns: arrangementSchema,
})

/** A view that a version of the first kind kept, as it is kept now; null where it is none. */
export function fromFirstVersions(kept: unknown): SavedView | null {
  const first = firstSchema.safeParse(kept).data
  if (!first) return null
  const { name, account, columns, ...table } = first
  return { screen: 'workbench', name, account, query: tableQuery(table), columns: { stations: columns } }
}

const savedViewsSchema = z.array(savedViewSchema)

export const savedViews = {
  list: base.output(savedViewsSchema),
  /** Keeps a view under its name, in place of the one of its screen that had it; `replaces` is gone then: the name it had before. */
  save: base.input(z.object({ view: savedViewSchema, replaces: z.string().optional() })).output(savedViewsSchema),
  remove: base.input(z.object({ screen: z.enum(VIEW_SCREENS), name: z.string() })).output(savedViewsSchema),
}
