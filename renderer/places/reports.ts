import type { RouteLocationRaw } from 'vue-router'
import { LANGUAGES, type Language } from '../../electron/words/index.ts'
import type { Span } from '../../electron/contract/records.ts'
import type { SavedReport } from '../../electron/contract/reports.ts'
import { addressOf, inWord, oneOf } from '../address/fields.ts'
import { chosenDays } from '../address/times.ts'
import { whose, whoseOf, type WhoseWish } from './consumption.ts'

export const USUAL_FORM = 'consumption-daily'

/** A report's form, stations and days, as its address says them. */
export const REPORT = {
  /** A code of FORMS, or the name of a form of the user's own. */
  form: inWord(
    (said) => said || USUAL_FORM,
    (form) => (form === USUAL_FORM ? '' : form),
  ),
  /** Keys of the form's columns that are printed; undefined: all. */
  columns: inWord(
    (said): readonly string[] | undefined => (said === '' ? undefined : said.split(',')),
    (columns) => columns?.join(',') ?? '',
  ),
  of: whose,
  span: chosenDays,
  /** Null: that of the window. */
  language: oneOf(LANGUAGES, null),
}

const address = addressOf(REPORT)

/** Leads to a report of stations, a consumer or a provider, of these days where they are known. */
export function reportAt({
  form = USUAL_FORM,
  columns,
  span,
  language = null,
  ...wish
}: WhoseWish & {
  form?: string
  columns?: readonly string[] | undefined
  span?: Span | null | undefined
  language?: Language | null
}): RouteLocationRaw {
  const query = address.write({ form, columns, of: whoseOf(wish), span, language })
  return { name: 'reports', params: { tab: 'make' }, query }
}

/** Leads to what a run of a saved report makes: of the days that its plan names, in its own language. */
export const savedAt = (
  { form, columns, stationIds, consumerId, providerId, language }: Omit<SavedReport, 'id'>,
  { from, to }: { from: string | null; to: string | null },
): RouteLocationRaw =>
  reportAt({
    form,
    columns,
    stations: stationIds ?? [],
    consumer: consumerId ?? null,
    provider: providerId ?? null,
    span: from !== null && to !== null ? { from, to } : null,
    language,
  })
