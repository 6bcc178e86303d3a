import { z } from 'zod'
import { askingSpan, daySchema, gasClockShape } from './common.ts'
import { base } from './errors.ts'
import { exportDoneSchema } from './exports.ts'
import { FORM_DATA, REPORT_FILES, REPORT_FORMATS } from './form-words.ts'
import { LANGUAGES } from '../words/index.ts'

/** Reports on paper: a form filled with what the book holds of stations in a span. */

/** What is filled in: which form, whose, when, in which language. */
export const formChoiceShape = {
  /** A code of FORMS, or the name of a form of the user's own. */
  form: z.string().min(1),
  /** Each gets a part of its own; the visit list is of all of them. All stations of the book when absent. */
  stationIds: z.array(z.int()).min(1).optional(),
  /** Gas days, both included; all there is when absent. The passport and the visit list are of now. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** Keys of the form's columns that are printed, in the form's own order; all of them when absent. */
  columns: z.array(z.string().max(100)).min(1).max(100).optional(),
  language: z.enum(LANGUAGES),
  ...gasClockShape,
}
/** `trip`: the visit list has the stations of the trip, in its own order. */
const formChoiceSchema = z.object({ ...formChoiceShape, trip: z.boolean().optional() })
export type FormChoice = z.infer<typeof formChoiceSchema>

/** A text in each language. */
export const inLanguagesSchema = z.record(z.enum(LANGUAGES), z.string())
const formSchema = z.object({
  code: z.string(),
  title: inLanguagesSchema,
  data: z.enum(FORM_DATA),
  /** In the form's order; none of a broken one. */
  columns: z.array(z.object({ key: z.string(), title: inLanguagesSchema })),
  /** True where it was made by the user; `file` then says where it lies. */
  own: z.boolean(),
  file: z.string().nullable(),
  /** What is wrong with a form of the user's own, and in which line (from 1); null: nothing. */
  broken: z.object({ line: z.int(), reason: inLanguagesSchema }).nullable(),
})
export type FormInfo = z.infer<typeof formSchema>

export const forms = {
  list: base.output(z.array(formSchema)),
  /** Copies a form into the data folder, where the user changes it. Answers where it lies. */
  copy: base.input(z.object({ code: z.string(), name: z.string().min(1).max(60) })).output(formSchema),
  /** The report as a PDF, made the same as the file would be. */
  preview: base.input(askingSpan(formChoiceSchema)).output(z.object({ pdf: z.instanceof(Blob), pages: z.int(), hash: z.string() })),
  /** Null when the user cancelled the save dialog. With `files: 'station'` a ZIP where the host can choose no folder. */
  save: base
    .input(
      askingSpan(
        z.object({
          ...formChoiceSchema.shape,
          format: z.enum(REPORT_FORMATS),
          files: z.enum(REPORT_FILES).default('one'),
        }),
      ),
    )
    .output(exportDoneSchema),
}
