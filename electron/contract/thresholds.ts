import { z } from 'zod'
import { base } from './errors.ts'
import { ruleSchema } from './findings.ts'
import { RULE_SOURCES, THRESHOLD_ORIGINS, THRESHOLD_SCOPES, type RuleSource } from './rules.ts'
import { DAYS_OFF } from './time/days-off.ts'

/** The thresholds of the rules: of the program, the book, a type of device, one device; a narrower one wins. */

const placeShape = {
  scope: z.enum(THRESHOLD_SCOPES).exclude(['program']),
  /** The key of the device type or of the device; null for the book. */
  scopeId: z.int().nullable(),
}
const daysOffSchema = z.enum(DAYS_OFF)
const setSchema = z.object({ rule: ruleSchema, key: z.string(), value: z.number().nullable(), ...placeShape })

export const thresholds = {
  /** Everything that was set, in no order. The usual values are those of `RULES`. */
  all: base.output(
    z.array(
      setSchema.extend({
        value: z.number(),
        /** The name of the device type, or of the station that the device is at. */
        name: z.string().nullable(),
        stationId: z.int().nullable(),
      }),
    ),
  ),
  /**
   * What holds for a device, and where it was set. `maker`: the manual of its type says it, at `source`; `settings`: the
   * newest settings of the device itself say it.
   */
  ofDevice: base.input(z.object({ stationId: z.int() })).output(
    z.array(
      z.object({
        rule: ruleSchema,
        key: z.string(),
        value: z.number().nullable(),
        from: z.enum(THRESHOLD_ORIGINS),
        source: z.enum(Object.keys(RULE_SOURCES) as [RuleSource, ...RuleSource[]]).nullable(),
      }),
    ),
  ),
  /** The country whose public holidays count as Sundays in the book, where rules tell kinds of day apart. */
  daysOff: base.output(daysOffSchema),
  /** Rules run again. */
  setDaysOff: base.input(z.object({ country: daysOffSchema })).output(z.null()),
  /** Null takes a value away. Refuses with BAD_INPUT what lies outside the rule's bounds. Rules run again. */
  set: base.input(z.object({ values: z.array(setSchema).min(1).max(1000) })).output(z.null()),
}
