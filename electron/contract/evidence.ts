import { CLOCK_SOURCES } from './time/gas-clock.ts'
import { z } from 'zod'
import { base } from './errors.ts'
import { BUNDLE_CHECKS, CHANGE_KINDS, CHECK_OUTCOMES, CHECK_REASONS, CONTAINERS, FAULTS, KEY_OWNERS, VERDICTS } from './evidence-words.ts'
import { askingSpan, knownHoursShape } from './common.ts'
import { exportDoneSchema } from './exports.ts'
import { inLanguagesSchema, formChoiceShape } from './forms.ts'

/** Bundles that prove that a report and its records were not changed since they were exported. */

/** Which record it is, by the names of its key: `{ equipment_id: '101', archive_type: 'hourly', time: '2026-10-01T08:00:00.000Z', channel: 'P' }`. */
const recordKeySchema = z.record(z.string(), z.string())

const changeSchema = z.object({
  kind: z.enum(CHANGE_KINDS),
  /** Path in the bag; '' where it is about the ZIP itself. */
  file: z.string(),
  /** From 1, in the file; null where it is about the file as a whole. */
  line: z.int().nullable(),
  record: recordKeySchema.nullable(),
  /** The column or field that differs; null where the whole record does. */
  field: z.string().nullable(),
  /** The words of the other copies in the bundle, and those that stand here; cut after 500 characters. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** Why it cannot be read. */
  fault: z.enum(FAULTS).nullable(),
})
export type BundleChange = z.infer<typeof changeSchema>

const signatureSchema = z.object({
  file: z.string(),
  /** Null: by a key of a kind that is not checked here. */
  holds: z.boolean().nullable(),
  /** Null where it cannot be read or is not checked. */
  publicKey: z.string().nullable(),
  fingerprint: z.string().nullable(),
  owner: z.enum(KEY_OWNERS).nullable(),
})
export type BundleSignature = z.infer<typeof signatureSchema>

/** m³, and what tells the hours that they are made of: `KnownHours`. */
const amountSchema = z.object({ m3: z.number().nullable(), ...knownHoursShape })
const numberSchema = z.object({
  stationId: z.int(),
  stationName: z.string().nullable(),
  /** The numbers that report.json states, and those that the records of the bundle make; null: nothing is said of this station. */
  stated: amountSchema.nullable(),
  computed: amountSchema.nullable(),
  isSame: z.boolean(),
})
export type BundleNumber = z.infer<typeof numberSchema>

const checkSchema = z.object({
  check: z.enum(BUNDLE_CHECKS),
  outcome: z.enum(CHECK_OUTCOMES),
  why: z.enum(CHECK_REASONS).nullable(),
})

/** A clock that gas days of a bundle are counted by. Where it comes from is null where the bundle does not say it. */
const clockSchema = z.object({
  timeZone: z.string(),
  timeZoneFrom: z.enum(CLOCK_SOURCES).nullable(),
  contractHour: z.int(),
  contractHourFrom: z.enum(CLOCK_SOURCES).nullable(),
  stations: z.int(),
})
export type BundleClock = z.infer<typeof clockSchema>

const verificationSchema = z.object({
  file: z.string(),
  /** Nothing was found changed: `checks` says of what. */
  holds: z.boolean(),
  verdict: z.enum(VERDICTS),
  /** Each of BUNDLE_CHECKS once, in that order. */
  checks: z.array(checkSchema),
  container: z.enum(CONTAINERS),
  /** Null where it cannot be read. */
  about: z
    .object({
      program: z.string().nullable(),
      /** The code of a form of the program, or the name of one of the maker's own. */
      form: z.string(),
      /** Null for a form of the maker's own. */
      formTitle: inLanguagesSchema.nullable(),
      stations: z.int(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      /** The clocks that its gas days are counted by, the clock of most stations first. */
      clocks: z.array(clockSchema),
      madeAtMs: z.number(),
    })
    .nullable(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), holds: z.boolean() })),
  /** The first of them, at most 1,000 in all. */
  changes: z.array(changeSchema),
  /** There are more than these. */
  moreChanges: z.boolean(),
  signatures: z.array(signatureSchema),
  /** SHA-256 of records.jsonl as it is here, for comparing with the pages by eye. Null where it is not there. */
  recordsHash: z.string().nullable(),
  records: z.int(),
  numbers: z.array(numberSchema),
  hasPdf: z.boolean(),
})
export type Verification = z.infer<typeof verificationSchema>

/** A bundle lies open in the program until another one is verified: by its id the right one is asked, or none. */
const openBundleShape = { id: z.string() }
const openBundleSchema = verificationSchema.extend(openBundleShape)
export type OpenBundle = z.infer<typeof openBundleSchema>

/** Records of one's own book against those of a bundle. */
const lateSchema = z.object({
  /** In the open book only: come since. */
  come: z.int(),
  /** Records that have other content in the book now: corrected since. */
  corrected: z.int(),
  /** In the bundle only: one's book never had them. */
  lacking: z.int(),
  /** The first 200. */
  rows: z.array(
    z.object({
      what: z.enum(['come', 'corrected', 'lacking']),
      record: recordKeySchema,
      bundle: z.string().nullable(),
      book: z.string().nullable(),
    }),
  ),
})
export type LateRecords = z.infer<typeof lateSchema>

const keySchema = z.object({
  /** `ssh-ed25519 …`; null: no key was made yet. */
  publicKey: z.string().nullable(),
  fingerprint: z.string().nullable(),
  /** The line for an `allowed_signers` file. */
  allowedSigner: z.string().nullable(),
  /** False: the vault keeps nothing on this computer, the key lives until the program ends. */
  remembered: z.boolean(),
  /** Keys that were said to be known. */
  known: z.array(z.object({ publicKey: z.string(), fingerprint: z.string(), name: z.string() })),
})
export type EvidenceKeys = z.infer<typeof keySchema>

export const evidence = {
  /** A bundle of a report and the records behind it; null when the user cancelled the save dialog. */
  save: base.input(askingSpan(z.object({ ...formChoiceShape, sign: z.boolean().default(false) }))).output(exportDoneSchema),
  /** Verifies a bundle that lies on this computer, or one that the window brings. */
  verify: base
    .input(z.union([z.object({ file: z.string().min(1) }), z.object({ name: z.string(), blob: z.instanceof(Blob) })]))
    .output(openBundleSchema),
  /** The records that have come late or were corrected since, in the open book. Fails with BUNDLE_CLOSED, like the next two. */
  late: base.input(z.object(openBundleShape)).output(lateSchema),
  /** The report inside the bundle. */
  pdf: base.input(z.object(openBundleShape)).output(z.object({ pdf: z.instanceof(Blob) })),
  /** The book inside it, saved where the host says, for an offline review; null when the user cancelled. */
  saveBook: base.input(z.object(openBundleShape)).output(exportDoneSchema),
  keys: base.output(keySchema),
  /** Makes the key that bundles are signed with, where there is none. */
  makeKey: base.output(keySchema),
  /** From now on the key counts as known, under this name; '' forgets it. */
  know: base.input(z.object({ publicKey: z.string().max(200), name: z.string().max(200) })).output(keySchema),
}
