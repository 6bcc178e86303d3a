import type { LocationQuery, RouteLocationRaw } from 'vue-router'
import { LANGUAGES, type Language } from '../../../electron/contract/languages.ts'
import type { Span } from '../../../electron/contract/records.ts'
import type { SavedReport } from '../../../electron/contract/reports.ts'
import { ofIn, queryOfOf, spanIn, word, type ConsumptionOf } from '../consumption/place.ts'

/** What a report is made of, as its address says it. */
export interface ReportPlace {
  /** A code of FORMS, or the name of a form of the user's own. */
  form: string
  /** Keys of the form's columns that are printed; undefined: all. */
  columns?: readonly string[] | undefined
  of: ConsumptionOf
  /** Null: all of the book. Undefined: nobody has chosen days. */
  span: Span | null | undefined
  /** Undefined: that of the window. */
  language: Language | undefined
}

export const USUAL_FORM = 'consumption-daily'

/** Reads an address; what does not fit is left out. */
export const placeIn = (query: LocationQuery): ReportPlace => ({
  form: word(query, 'form') ?? USUAL_FORM,
  columns: word(query, 'columns')?.split(','),
  of: ofIn(query),
  span: spanIn(query),
  language: LANGUAGES.find((one) => one === word(query, 'language')),
})

/** The address of a place; what is usual is not said. */
export const queryOf = ({ form, columns, of, span, language }: ReportPlace): Record<string, string | undefined> => ({
  form: form === USUAL_FORM ? undefined : form,
  columns: columns?.join(','),
  ...queryOfOf(of),
  from: span?.from,
  to: span?.to,
  days: span === null ? 'all' : undefined,
  language,
})

/** Leads to a report of stations, a consumer or a provider, of these days where they are known. */
export function reportAt(wish: {
  form?: string
  columns?: readonly string[] | undefined
  stations?: readonly number[]
  consumer?: number | null
  provider?: number | null
  span?: Span | null | undefined
  language?: Language
}): RouteLocationRaw {
  const of = { stations: [...(wish.stations ?? [])], consumer: wish.consumer ?? null, provider: wish.provider ?? null }
  const place = { form: wish.form ?? USUAL_FORM, columns: wish.columns, of, span: wish.span, language: wish.language }
  return { name: 'reports', params: { tab: 'make' }, query: queryOf(place) }
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
