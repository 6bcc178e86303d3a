import type { FormCode } from '../../../contract/form-words.ts'
import abnormal from './abnormal.ts'
import changes from './changes.ts'
import consumptionDaily from './consumption-daily.ts'
import consumptionMonthly from './consumption-monthly.ts'
import events from './events.ts'
import passport from './passport.ts'
import visits from './visits.ts'

/** The forms that the program brings, as the text of their files. */
export const BUILT_IN: Readonly<Record<FormCode, string>> = {
  'consumption-daily': consumptionDaily,
  'consumption-monthly': consumptionMonthly,
  events,
  changes,
  abnormal,
  passport,
  visits,
}
