import { type FormCode, FORMS } from '../../../contract/form-words.ts'
import { LANGUAGES } from '../../../words/index.ts'
import { wordsOf } from '../../../words/program.ts'
import abnormal from './abnormal.ts'
import balance from './balance.ts'
import changes from './changes.ts'
import consumptionDaily from './consumption-daily.ts'
import consumptionMonthly from './consumption-monthly.ts'
import controlReading from './control-reading.ts'
import events from './events.ts'
import passport from './passport.ts'
import verifications from './verifications.ts'
import visits from './visits.ts'

const TEXTS: Readonly<Record<FormCode, string>> = {
  'consumption-daily': consumptionDaily,
  'consumption-monthly': consumptionMonthly,
  events,
  changes,
  abnormal,
  passport,
  visits,
  'control-reading': controlReading,
  verifications,
  balance,
}

/** Below the comment that a form begins with: its title in each language. */
const titled = (code: FormCode): string =>
  TEXTS[code].replace(
    '\n',
    ['\ntitle:', ...LANGUAGES.map((language) => `  ${language}: ${wordsOf(language).forms.title[code]}`), ''].join('\n'),
  )

/** The forms that the program brings, as the text of their files. */
export const BUILT_IN = Object.fromEntries(FORMS.map((code) => [code, titled(code)])) as Readonly<Record<FormCode, string>>
