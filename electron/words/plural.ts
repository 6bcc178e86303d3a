/** A noun in the forms that numbers ask for, by the categories of Intl.PluralRules. */
export type CountedNoun = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const BREAK = /[\u00a0\u202f]/g

/** A whole number as a language groups its digits, with plain spaces: not every font has the narrow ones. */
function grouped(locale: string): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  return (value) => format.format(value).replaceAll(BREAK, '\u00a0')
}

/** A counted noun: `counted('ru-RU')(3, { one: '# час', few: '# часа', many: '# часов', other: '# часа' })` is '3 часа'. */
export function counted(locale: string) {
  const rules = new Intl.PluralRules(locale)
  const write = grouped(locale)
  return (value: number, forms: CountedNoun): string => (forms[rules.select(value)] ?? forms.other).replace('#', write(value))
}
