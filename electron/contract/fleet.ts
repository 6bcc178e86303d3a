import { z } from 'zod'
import { daySchema } from './common.ts'
import { base } from './errors.ts'
import { ruleSchema } from './findings.ts'
import { VISIT_CLASSES } from './rules.ts'

/** How devices and their telemetry are, and who needs a visit (docs/field-rules.md, section C). */

/** `ended`: it is below the level at which such batteries were replaced. */
export const NO_FORECAST = ['none_sent', 'too_few', 'no_slope', 'no_end', 'uncertain', 'ended'] as const

const trendSchema = z.object({
  /** The median of the last 30 days, as the service sends it: its unit is not known. */
  median: z.number().nullable(),
  /** A day; Theil–Sen over at least 60 days; null: too few. */
  slopeADay: z.number().nullable(),
  /**
   * When it comes to the level at which such batteries were replaced, and between which moments it may; null: no forecast. Of one
   * that has ended: when it came there, as far as its levels tell. `latestMs` null beside an end: nobody knows how late.
   */
  endsAtMs: z.number().nullable(),
  earliestMs: z.number().nullable(),
  latestMs: z.number().nullable(),
  /** That level; null where none of its type was ever seen replaced. */
  endLevel: z.number().nullable(),
  /** When it last stepped up. */
  replacedAtMs: z.number().nullable(),
  /** Why there is no forecast; `no_end`: no battery of its type was ever seen replaced, so nobody knows where one ends. */
  noForecast: z.enum(NO_FORECAST).nullable(),
})

/** How silent a station is: beyond the threshold `suspect` or `fail` of the rule `silent` that holds at it. */
const SILENCES = ['suspect', 'fail'] as const
export type Silence = (typeof SILENCES)[number]

const healthSchema = z.object({
  stationId: z.int(),
  stationName: z.string().nullable(),
  lastSessionMs: z.number().nullable(),
  /** Median distance of two sessions, hours; null: too few. */
  rhythmHours: z.number().nullable(),
  silentHours: z.number().nullable(),
  /** Silence ÷ rhythm. */
  silenceTimes: z.number().nullable(),
  /** Null: it is not silent by the thresholds that hold at it. */
  silence: z.enum(SILENCES).nullable(),
  nextSessionMs: z.number().nullable(),
  missedSession: z.boolean(),
  telemetryBattery: trendSchema,
  meterBattery: trendSchema,
  signal: z.object({ median: z.number().nullable(), slopeADay: z.number().nullable() }),
  /** Against stations of the same telemetry type: this one's median ÷ theirs. */
  retries: z.object({ median: z.number().nullable(), times: z.number().nullable() }),
  duration: z.object({ median: z.number().nullable(), times: z.number().nullable() }),
  traffic: z.object({ median: z.number().nullable(), times: z.number().nullable() }),
  openSituations: z.int(),
  /** When the device begins to write over what was never fetched; null: nothing is at risk, or the depth is not known. */
  overwrittenAtMs: z.number().nullable(),
  overwrittenArchive: z.string().nullable(),
  depthKnown: z.boolean(),
  usualM3ADay: z.number().nullable(),
})
export type HealthRow = z.infer<typeof healthSchema>

/** Why somebody should go, as data: the window words it. */
export const VISIT_REASONS = [
  'gas_alarm',
  'tampering',
  'valve_contradiction',
  'open_situation',
  'silent',
  'missed_session',
  'archive_at_risk',
  'battery',
  'verification',
  'weak_signal',
  'retries',
  'finding',
] as const
const reasonSchema = z.object({
  reason: z.enum(VISIT_REASONS),
  /** p of the ranking's formula. */
  probability: z.number(),
  sinceMs: z.number().nullable(),
  /** When it was over; null: it lasts, as far as anybody knows. */
  endedMs: z.number().nullable(),
  /** m³ that the data themselves tell of it; null: none. */
  m3: z.number().nullable(),
  /** The facts that the sentence needs: `days`, `rhythmHours`, `atMs`, `percent`, `situations`, … */
  numbers: z.record(z.string(), z.number()),
  texts: z.record(z.string(), z.string()),
  rule: ruleSchema.nullable(),
})
export type VisitReason = z.infer<typeof reasonSchema>

/** The things to take along. */
export const TAKE_ALONG = [
  'telemetry_battery',
  'meter_battery',
  'sim_antenna',
  'gas_detector',
  'seals',
  'laptop_cable',
  'spare_sensor',
  'reference_clock',
  'verification_papers',
] as const

export const visitSchema = z.object({
  rank: z.int(),
  stationId: z.int(),
  stationName: z.string().nullable(),
  consumerId: z.int().nullable(),
  consumerName: z.string().nullable(),
  providerIds: z.array(z.int()),
  equipmentTypeId: z.int().nullable(),
  equipmentTypeName: z.string().nullable(),
  visitClass: z.enum(VISIT_CLASSES),
  /** m³: `[1 − Π(1 − pᵢ)] × usual m³ a day × days exposed`. */
  score: z.number(),
  probability: z.number(),
  m3ADay: z.number().nullable(),
  /** Where nobody knows the usual m³ a day: what it is ranked by, the median of the others of its class. */
  assumedM3ADay: z.number().nullable(),
  /** Days exposed. For a silent station whose hole has a price: the days of usual use that cost as much. */
  daysExposed: z.number(),
  /** Since when the reason lasts that decides the class, Unix ms. */
  sinceMs: z.number().nullable(),
  /** The three largest. */
  reasons: z.array(reasonSchema),
  takeAlong: z.array(z.enum(TAKE_ALONG)),
  battery: z.number().nullable(),
  rssi: z.number().nullable(),
  lastSessionMs: z.number().nullable(),
  /** Findings by rule. */
  findings: z.array(z.object({ rule: ruleSchema, findings: z.int() })),
  /** The last visit that was ticked off here, from the notes. */
  visitedAtMs: z.number().nullable(),
})
export type VisitRow = z.infer<typeof visitSchema>

export const fleetFilterShape = {
  stationIds: z.array(z.int()).optional(),
  providerIds: z.array(z.int()).optional(),
  consumerIds: z.array(z.int()).optional(),
  equipmentTypeIds: z.array(z.int()).optional(),
  rules: z.array(ruleSchema).optional(),
  classes: z.array(z.enum(VISIT_CLASSES)).optional(),
}

export const fleet = {
  /** Ranked, class first. Stations about which nothing is to be said are in no list. */
  visits: base
    .input(
      z.object({
        ...fleetFilterShape,
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(100),
      }),
    )
    .output(
      z.object({
        total: z.int(),
        rows: z.array(visitSchema),
        classes: z.array(z.object({ visitClass: z.enum(VISIT_CLASSES), stations: z.int() })),
        rules: z.array(z.object({ rule: ruleSchema, stations: z.int() })),
        /** By consumer and by provider, the most m³ first. */
        consumers: z.array(z.object({ id: z.int().nullable(), name: z.string().nullable(), stations: z.int(), score: z.number() })),
        providers: z.array(z.object({ id: z.int(), name: z.string().nullable(), stations: z.int(), score: z.number() })),
        types: z.array(z.object({ id: z.int().nullable(), name: z.string().nullable(), stations: z.int() })),
        /** When findings were judged last; null: never. */
        judgedAtMs: z.number().nullable(),
      }),
    ),
  health: base.input(z.object({ stationId: z.int() })).output(healthSchema),
  /** The usual m³ a day of the last days of each station, `days` doubles a station, oldest first, NaN where none. */
  sparklines: base
    .input(z.object({ stationIds: z.array(z.int()).min(1).max(200), days: z.int().min(2).max(366).default(30) }))
    .output(z.object({ lastDay: daySchema, columns: z.instanceof(Blob) })),
  /** Ticks visits off: each becomes a note of kind 'visit'. */
  tick: base
    .input(
      z.object({
        stationIds: z.array(z.int()).min(1).max(1000),
        atMs: z.number(),
        author: z.string().trim().max(200),
        text: z.string().trim().max(10_000).default(''),
      }),
    )
    .output(z.null()),
}
