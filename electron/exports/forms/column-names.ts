import type { FormInfo } from '../../contract/forms.ts'
import { inEach, type Language } from '../../words/index.ts'
import { wordsOf } from '../../words/program.ts'
import type { Form } from './form.ts'

/** What a form's columns are called where one chooses among them: as their headings, before any station says a unit. */

/** Headings whose word is called otherwise than the column. */
const WORD_OF: Readonly<Record<string, string>> = {
  volume: 'standard',
  substitute_pressure: 'pressure',
  substitute_temperature: 'temperature',
  at_risk: 'atRisk',
  last_session: 'lastSession',
  take_along: 'takeAlong',
}

/** The columns of a form in its order, each once, by its own title where it has one. */
export function formColumns(form: Form): FormInfo['columns'] {
  const keys = new Set(form.columns.map(({ key }) => key))
  const named = inEach((language) => wordsIn(form, language))
  return [...keys].map((key) => {
    const own = form.columns.find((column) => column.key === key)?.title
    const title = (language: Language) => own?.[language] ?? named[language](key) ?? key
    return { key, title: inEach(title) }
  })
}

function wordsIn({ data, step }: Form, language: Language): (key: string) => string | undefined {
  const { formData, formConsumption } = wordsOf(language)
  if (data !== 'consumption') {
    const words: Readonly<Record<string, string>> = formData[data].column
    return (key) => words[data === 'abnormal' || data === 'visits' ? (WORD_OF[key] ?? key) : key]
  }
  const words: Readonly<Record<string, string>> = formConsumption.column
  const overs: Readonly<Record<string, string>> = formConsumption.over
  return (key) => {
    if (key === 'period') return words[step]
    const over =
      key === 'counter_from' || key === 'counter_to' || /^(?:pressure|temperature)_/.test(key) ? overs[key.split('_')[0] ?? ''] : undefined
    return over === undefined ? words[key] : `${over}: ${words[key]}`
  }
}
