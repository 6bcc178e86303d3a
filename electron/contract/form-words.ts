/** The forms of reports: table B of the field's rules. Each is a file in exports/forms/built-in. */
export const FORMS = [
  'consumption-daily',
  'consumption-monthly',
  'events',
  'changes',
  'abnormal',
  'passport',
  'visits',
  'control-reading',
  'balance',
  'verifications',
] as const
export type FormCode = (typeof FORMS)[number]

/** What a form is filled from; a user's own form names one of these. */
export const FORM_DATA = [
  'consumption',
  'events',
  'changes',
  'abnormal',
  'passport',
  'visits',
  'verifications',
  'reading',
  'balance',
] as const
export type FormData = (typeof FORM_DATA)[number]

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** One file for all stations, or one for each. */
export const REPORT_FILES = ['one', 'station'] as const
export type ReportFiles = (typeof REPORT_FILES)[number]

/** Spans that move with the calendar, in gas days: what a saved report is run for. */
export const REPORT_PERIODS = ['yesterday', 'last-week', 'last-month', 'this-month', 'last-year', 'fixed'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]
