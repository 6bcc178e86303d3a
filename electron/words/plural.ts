import type { Language } from '../contract/languages.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', ru: 'ru-RU' }
const BREAK = /[\u00a0\u202f]/g

/** A whole number as a language groups its digits, with plain spaces: not every font has the narrow ones. */
function grouped(language: Language): (value: number) => string {
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 0 })
  return (value) => format.format(value).replaceAll(BREAK, '\u00a0')
}

/** A counted noun: `counted('ru')(3, { one: '# час', few: '# часа', many: '# часов', other: '# часа' })` is '3 часа'. */
export function counted(language: Language) {
  const rules = new Intl.PluralRules(LOCALES[language])
  const write = grouped(language)
  return (value: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
    (forms[rules.select(value)] ?? forms.other).replace('#', write(value))
}
