import { z } from 'zod'
import { BALANCE_STEPS, BRANCH_SIDES, branchFault, MOST_BRANCH_NAME, MOST_MEMBERS, NOT_BALANCED } from './balance-words.ts'
import { askingDays, daySchema, timeZoneSchema } from './common.ts'
import { base } from './errors.ts'
import { MOST_NAME } from './note-words.ts'
import { CLOCK_SOURCES } from './time/gas-clock.ts'

/** Branches as engineers draw them, and their balance: what goes in less what goes out. */

const memberSchema = z.object({ stationId: z.int(), side: z.enum(BRANCH_SIDES) })

const branchShape = {
  name: z.string().trim().min(1).max(MOST_BRANCH_NAME),
  /** Null: those of the book. */
  timeZone: timeZoneSchema.nullable(),
  contractHour: z.int().min(0).max(23).nullable(),
  /** In the order in which they were drawn. */
  members: z.array(memberSchema).max(MOST_MEMBERS),
  author: z.string().trim().max(MOST_NAME),
}
const branchSchema = z.object({ id: z.string(), ...branchShape, timeZone: z.string().nullable(), writtenAtMs: z.number() })
export type BranchSaid = z.infer<typeof branchSchema>

const sumShape = {
  /** m³; null where nothing could be compared. */
  inputM3: z.number().nullable(),
  outputM3: z.number().nullable(),
  /** Input less output. */
  differenceM3: z.number().nullable(),
  /** Of the input; null where nothing went in. */
  differencePercent: z.number().nullable(),
  /** What the devices' limits of error explain: k·√Σ(uᵢVᵢ)², k = 2. */
  uncertaintyM3: z.number().nullable(),
  /** Hours of which every member has a number, and all of the period. */
  hoursCompared: z.int(),
  hours: z.int(),
}
const rowSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  /** The first gas day of the period, by which it is named. */
  day: daySchema,
  /** It is not over, or only a part of it was asked for. */
  part: z.boolean(),
  ...sumShape,
  /** The difference is larger than the uncertainty. */
  isBeyond: z.boolean(),
})
export type BalanceRow = z.infer<typeof rowSchema>

export const balanceShape = {
  branchId: z.string().min(1).max(200),
  by: z.enum(BALANCE_STEPS),
  /** Gas days of the branch, both included; all that its members tell where absent. Of hours at most 400 days. */
  from: daySchema.optional(),
  to: daySchema.optional(),
}

const memberAnswer = z.object({
  ...memberSchema.shape,
  stationName: z.string().nullable(),
  /** The limit of error that is reckoned with, %, and whether nobody typed it in. */
  limit: z.number(),
  isUsualLimit: z.boolean(),
  why: z.enum(NOT_BALANCED).nullable(),
  /** m³ over the hours that are compared. */
  m3: z.number().nullable(),
  /** Hours of the span of which it has a number of its own. */
  hours: z.int(),
})
export type BalanceMemberAnswer = z.infer<typeof memberAnswer>

const answerSchema = z.object({
  branch: branchSchema,
  timeZone: z.string(),
  contractHour: z.int(),
  zoneFrom: z.enum(CLOCK_SOURCES),
  hourFrom: z.enum(CLOCK_SOURCES),
  /** What is compared: hours; days where a member tells no hours. */
  cell: z.enum(['hour', 'day']),
  from: daySchema.nullable(),
  to: daySchema.nullable(),
  members: z.array(memberAnswer),
  rows: z.array(rowSchema),
  total: rowSchema.nullable(),
  /** The hours (days) with the greatest share of all that differs in the span, the greatest first. */
  greatest: z.array(z.object({ fromMs: z.number(), toMs: z.number(), differenceM3: z.number(), share: z.number() })),
})
export type BalanceAnswer = z.infer<typeof answerSchema>

export const balance = {
  branches: base.output(z.array(branchSchema)),
  /** Draws a branch (`id` null: a new one), or draws it anew; one that was removed comes back. */
  say: base
    .input(
      z.object({ id: z.string().min(1).max(200).nullable(), ...branchShape }).refine((drawn) => branchFault(drawn) === null, 'BAD_BRANCH'),
    )
    .output(branchSchema),
  remove: base.input(z.object({ id: z.string(), author: branchShape.author.default('') })).output(z.null()),
  ofBranch: base.input(askingDays(z.object(balanceShape))).output(answerSchema),
}
