import { z } from 'zod'
import { askingSpan, daySchema, failureSchema, windowShape } from './common.ts'
import { base } from './errors.ts'
import { formChoiceShape } from './forms.ts'
import { LOGO_FAULTS, MOST_LOGO_BASE64 } from './logo.ts'
import { REPORT_FILES, REPORT_FORMATS, REPORT_PERIODS } from './form-words.ts'

/** Saved reports, the log of what was made when, and what stands in the head of every report. */

/** Characters of a text of the letterhead. A book may hold longer ones: they are shown and printed cut. */
export const MOST_LETTERHEAD = { text: 300, person: 200 } as const
const textSchema = z.string().max(MOST_LETTERHEAD.text)
const ofPerson = z.string().max(MOST_LETTERHEAD.person)
const personSchema = z.object({ name: ofPerson, post: ofPerson })

/** The head that is filled in once and stands on every report; kept in the book. */
const letterheadSchema = z.object({
  /** The organisation that makes the report. */
  organisation: textSchema,
  address: textSchema,
  /** The gas supplier as printed; when empty, the provider of the station. */
  supplier: textSchema,
  /** Responsible for the metering station; representative of the service organisation. */
  responsible: personSchema,
  representative: personSchema,
  /** A PNG or JPEG as base64; null: none. */
  logo: z.object({ type: z.enum(['image/png', 'image/jpeg']), base64: z.string().max(MOST_LOGO_BASE64) }).nullable(),
})
export type Letterhead = z.infer<typeof letterheadSchema>
/** As it is printed: texts are cut; a logo that cannot be is null here, and `logoFault` says why. */
const printedSchema = letterheadSchema.extend({ logoFault: z.enum(LOGO_FAULTS).nullable() })

/** The number of the contract with a consumer, typed in; `contractDay`: since when. */
const contractNumberSchema = z.object({
  consumerId: z.int(),
  number: z.string().max(100),
  contractDay: daySchema.nullable(),
})
export type ContractNumber = z.infer<typeof contractNumberSchema>

/** A named set of choices. */
const savedReportSchema = z.object({
  id: z.int(),
  name: z.string().min(1).max(120),
  ...formChoiceShape,
  /** Instead of stations: those of a consumer or a provider at the time of the run. */
  consumerId: z.int().optional(),
  providerId: z.int().optional(),
  period: z.enum(REPORT_PERIODS),
  format: z.enum(REPORT_FORMATS),
  files: z.enum(REPORT_FILES),
  /** Also makes the bundle of evidence, signed if there is a key. */
  evidence: z.boolean(),
  /** Where files go; asked for at each run when null. */
  folder: z.string().nullable(),
  /** Name of a file, with the places {name} {form} {station} {serial} {from} {to} {made}. */
  pattern: z.string().min(1).max(200),
})
export type SavedReport = z.infer<typeof savedReportSchema>

const madeReportSchema = z.object({
  id: z.int(),
  /** Null: made by hand. */
  savedId: z.int().nullable(),
  name: z.string(),
  form: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  stations: z.int(),
  madeAtMs: z.number(),
  /** Null where it failed; `failure` is then its code. */
  file: z.string().nullable(),
  bytes: z.number().nullable(),
  hash: z.string().nullable(),
  failure: z.string().nullable(),
  /** What the sentence of the failure names, the folder for one; null: nothing, or a line of an older version. */
  facts: failureSchema.shape.data.unwrap().nullable(),
})
export type MadeReport = z.infer<typeof madeReportSchema>

/** How a saved report went when it was last run. */
const lastRunSchema = z.object({
  atMs: z.number(),
  /** Files that it was to make, and how many of them it did not. */
  files: z.int(),
  failed: z.int(),
  /** The first line of the log that says why; null: nothing failed. */
  failure: madeReportSchema.nullable(),
})
export type LastRun = z.infer<typeof lastRunSchema>

/** What a run now would make. */
const planSchema = z.object({
  /** Gas days; null: all there is. */
  from: daySchema.nullable(),
  to: daySchema.nullable(),
  stations: z.int(),
  files: z.int(),
  /** The first names. */
  names: z.array(z.string()),
})

export const reports = {
  letterhead: base.output(printedSchema),
  /**
   * Sets fields of the letterhead. Fields that are left out stay as the book has them, also where they are printed
   * otherwise.
   */
  setLetterhead: base.input(letterheadSchema.partial()).output(printedSchema),
  contracts: base.output(z.array(contractNumberSchema)),
  /**
   * Sets fields of a contract. Fields that are left out stay. An empty number without a day takes the contract away.
   */
  setContract: base.input(contractNumberSchema.partial({ number: true, contractDay: true })).output(z.null()),
  /** By name, each with its last run; null: it was never run. */
  saved: base.output(z.array(savedReportSchema.extend({ lastRun: lastRunSchema.nullable() }))),
  /** The saved reports whose folder is not there at this moment, by their numbers: a disk may come and go. */
  withoutFolder: base.output(z.array(z.int())),
  /** Creates one (no `id`) or changes one. */
  save: base.input(askingSpan(savedReportSchema.partial({ id: true }))).output(savedReportSchema),
  /** Nothing but the choices goes; they can be brought back. */
  remove: base.input(z.object({ id: z.int() })).output(z.null()),
  restore: base.input(z.object({ id: z.int() })).output(savedReportSchema),
  /** What a run now would make: its span, its stations and the names of its files. */
  plan: base.input(askingSpan(savedReportSchema.omit({ id: true }))).output(planSchema),
  /** Makes a saved report now; `folder` where it has none. Answers the lines that the log got. */
  run: base.input(z.object({ id: z.int(), folder: z.string().optional() })).output(z.array(madeReportSchema)),
  made: base.input(z.object(windowShape)).output(z.object({ total: z.int(), rows: z.array(madeReportSchema) })),
  /** Asks for a folder; null: the user changed their mind, or the host cannot ask. */
  chooseFolder: base.output(z.string().nullable()),
}
