import { z } from 'zod'
import { daySchema, eventArchiveSchema, gasClockShape, timeRangeShape } from './common.ts'
import { base } from './errors.ts'
import { FINDING_FIELDS, FINDING_SORTS } from './fields/findings.ts'
import { shapeOf } from './fields/shape.ts'
import { MOST_NOTE_TEXT } from './note-words.ts'
import { FINDING_MARKS, FINDING_STATES, HOLE_CAUSES, NOT_EVALUATED, RULE_CODES } from './rules.ts'

/** What the rules say of the book's data: findings, what could not be judged, explained holes, sums side by side, changes. */

export const ruleSchema = z.enum(RULE_CODES)
const flagSchema = z.union([z.literal(3), z.literal(4), z.literal(9)])
const stateSchema = z.enum(FINDING_STATES)

const evidenceShape = {
  records: z.array(z.number()),
  events: z.array(z.object({ archiveType: eventArchiveSchema, atMs: z.number(), code: z.string().nullable(), text: z.string() })),
  settings: z.array(
    z.object({
      takenAtMs: z.number(),
      channelName: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  sessions: z.array(z.number()),
  numbers: z.record(z.string(), z.number()),
  /** The amounts are what a counter rose by: the archive has no volume. */
  fromCounter: z.literal(true).optional(),
  /** The branch that does not balance. */
  branch: z.object({ id: z.string(), name: z.string() }).optional(),
  /** The consumer whose limit it is; absent: the limit is the station's own. */
  consumer: z.object({ id: z.int(), name: z.string().nullable() }).optional(),
}

const { stationId, equipmentId, state, ...saidShape } = shapeOf(FINDING_FIELDS)
/** What a rule says, wherever it stands. */
const partSchema = z.object({ ...saidShape, evidence: z.object(evidenceShape) })
export type FindingPart = z.infer<typeof partSchema>

const findingSchema = z.object({
  ...saidShape,
  state,
  stationId,
  stationName: z.string().nullable(),
  equipmentId,
  evidence: z.object({
    ...evidenceShape,
    /** The findings of other rules for the same hours, the most definite first: no findings of their own. Absent: nothing. */
    parts: z.array(partSchema).optional(),
  }),
  /** The note that explains it. */
  noteId: z.string().nullable(),
})
export type FindingRow = z.infer<typeof findingSchema>

export const findingFilterShape = {
  stationIds: z.array(z.int()).optional(),
  providerIds: z.array(z.int()).optional(),
  consumerIds: z.array(z.int()).optional(),
  equipmentTypeIds: z.array(z.int()).optional(),
  rules: z.array(ruleSchema).optional(),
  flags: z.array(flagSchema).optional(),
  states: z.array(stateSchema).optional(),
  /** Findings that touch this time. */
  ...timeRangeShape,
}
export type FindingFilter = z.infer<z.ZodObject<typeof findingFilterShape>>

const namedShape = { id: z.int(), name: z.string().nullable(), findings: z.int() }

const countsSchema = z.object({
  total: z.int(),
  /** Stations with any of them. */
  stations: z.int(),
  /** Every value that the rest of the filter leaves, with how many findings have it. */
  rules: z.array(z.object({ rule: ruleSchema, findings: z.int(), stations: z.int() })),
  flags: z.array(z.object({ flag: flagSchema, findings: z.int() })),
  states: z.array(z.object({ state: stateSchema, findings: z.int() })),
  /** Flat, parents before their branches; counts include everything below. */
  providers: z.array(z.object({ ...namedShape, parentId: z.int().nullable() })),
  /** The most frequent, as many as were asked for, of `total`. */
  consumers: z.object({ total: z.int(), rows: z.array(z.object(namedShape)) }),
  types: z.array(z.object(namedShape)),
})
export type FindingCounts = z.infer<typeof countsSchema>

const subjectShape = { archiveType: z.string().nullable(), channelVarname: z.string().nullable() }

/** How far the analysis of the book is; `total` 0: nothing was ever judged. */
const analysisSchema = z.object({
  running: z.boolean(),
  done: z.int(),
  total: z.int(),
  /** Stations whose findings are missing, or older than their data or what they are judged by. */
  stale: z.int(),
  judgedAtMs: z.number().nullable(),
})
export type AnalysisState = z.infer<typeof analysisSchema>

const sumsRowSchema = z.object({
  day: daySchema,
  fromMs: z.number(),
  toMs: z.number(),
  /** The volume of one gas day by three ways, m³; null where the way has no number. */
  hours: z.number().nullable(),
  daily: z.number().nullable(),
  counter: z.number().nullable(),
  /** Hours that the day has and that it should have. */
  records: z.int(),
  expected: z.int().nullable(),
  fits: z.boolean().nullable(),
})

const changeSchema = z.object({
  stationId: z.int(),
  stationName: z.string().nullable(),
  /** Between these moments it changed; one moment where an event names it. */
  fromMs: z.number(),
  toMs: z.number(),
  /** The thing that changed: the role of the setting where it is known, else its name. */
  role: z.string().nullable(),
  quantity: z.string().nullable(),
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  unit: z.string().nullable(),
  /** Who says so. Two or more confirm it, one stands alone. */
  saidBy: z.array(z.enum(['settings', 'event', 'conversion'])),
  /** The implied conversion factor before and after a step; null where it did not step. */
  conversion: z.object({ before: z.number(), after: z.number() }).nullable(),
  event: z.object({ atMs: z.number(), code: z.string().nullable(), text: z.string() }).nullable(),
})
export type ChangeRow = z.infer<typeof changeSchema>

export const changeFilterShape = {
  stationIds: z.array(z.int()).optional(),
  roles: z.array(z.string()).optional(),
  confirmed: z.boolean().optional(),
  ...timeRangeShape,
}

const holeSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  records: z.int(),
  cause: z.enum(HOLE_CAUSES),
  /** m³ at risk from the usual consumption of these hours; null where the station has none to go by. */
  m3: z.number().nullable(),
  /** The counter went on over the hole: the m³ are what it rose by, and no estimate. */
  measured: z.boolean(),
  /** The volume that design capacity × time would bill, m³; null where nobody gave the capacity. */
  billedM3: z.number().nullable(),
})
export type HoleRow = z.infer<typeof holeSchema>

export const findings = {
  /** A window of the findings that pass the filter. */
  page: base
    .input(
      z.object({
        ...findingFilterShape,
        sort: z.enum(FINDING_SORTS).default('from'),
        desc: z.boolean().default(true),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(100),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(findingSchema) })),
  counts: base
    .input(
      z.object({
        ...findingFilterShape,
        /** A part of a consumer's name that the list of consumers is narrowed to, and how many are listed. */
        consumer: z.string().max(200).default(''),
        consumers: z.int().min(0).max(1000).default(8),
      }),
    )
    .output(countsSchema),

  /** All of one station, judged now if it was not: the newest first, with what could not be judged and why. */
  ofStation: base.input(z.object({ stationId: z.int() })).output(
    z.object({
      findings: z.array(findingSchema),
      notEvaluated: z.array(z.object({ rule: ruleSchema, ...subjectShape, why: z.enum(NOT_EVALUATED) })),
      /** Tests passed ÷ tests evaluated is the station's score; those not evaluated are said beside it. */
      tests: z.object({ passed: z.int(), evaluated: z.int(), notEvaluated: z.int() }),
      /** Records by their worst flag, by archive. */
      flags: z.array(
        z.object({
          archiveType: z.string(),
          good: z.int(),
          notEvaluated: z.int(),
          suspect: z.int(),
          fail: z.int(),
          missing: z.int(),
        }),
      ),
      judgedAtMs: z.number(),
    }),
  ),

  /** Null takes the mark away. 'explained' has a note, which is written for the station and its span. */
  mark: base
    .input(
      z.object({
        ids: z.array(z.string()).min(1).max(10_000),
        mark: z.enum(FINDING_MARKS).nullable(),
        note: z.string().trim().max(MOST_NOTE_TEXT).default(''),
        /** The note that explains it already, in place of a new one: a mark is brought back. */
        noteId: z.string().nullable().default(null),
        author: z.string().trim().max(200).default(''),
      }),
    )
    /** The notes that were written for it: whoever takes the mark back takes them back too. */
    .output(z.object({ noteIds: z.array(z.string()) })),

  analysis: base.output(analysisSchema),
  /** Judges what is stale; with `all` everything. Goes on in the background. */
  judge: base.input(z.object({ all: z.boolean().default(false) })).output(analysisSchema),

  /** Every missing hour of an archive with its cause, as runs; and the share of each cause. */
  holes: base.input(z.object({ stationId: z.int(), archiveType: z.string().default('hourly'), ...timeRangeShape })).output(
    z.object({
      holes: z.array(holeSchema),
      causes: z.array(z.object({ cause: z.enum(HOLE_CAUSES), records: z.int(), share: z.number() })),
      expected: z.int(),
      designCapacity: z.number().nullable(),
    }),
  ),

  /** Hours against the day against the counter, by gas day, and the hour at which the sums would fit. */
  sums: base.input(z.object({ stationId: z.int(), from: daySchema, to: daySchema, ...gasClockShape })).output(
    z.object({
      hourlyChannel: z.string().nullable(),
      dailyChannel: z.string().nullable(),
      counterChannel: z.string().nullable(),
      days: z.array(sumsRowSchema),
      /** The contract hour by which the most days fit, with how many; null: none but the one in use does better. */
      boundary: z.object({ hour: z.int(), fits: z.int(), days: z.int() }).nullable(),
      current: z.object({ hour: z.int(), fits: z.int(), days: z.int() }),
      /** The hours that are counted to another day by that boundary. */
      hoursMs: z.array(z.number()),
    }),
  ),

  /** Changes of settings, events that tell of changes, and steps of the implied conversion factor, put together. */
  changes: base
    .input(
      z.object({
        ...changeFilterShape,
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(100),
      }),
    )
    .output(
      z.object({
        total: z.int(),
        roles: z.array(z.object({ role: z.string(), changes: z.int(), stations: z.int() })),
        rows: z.array(changeSchema),
      }),
    ),
}
