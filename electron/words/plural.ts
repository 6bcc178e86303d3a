/** A noun in the forms that numbers ask for, by the categories of Intl.PluralRules. */
export type CountedNoun = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const BREAK = /[\u00a0\u202f]/g

/** A whole number as a language groups its digits, with plain spaces: not every font has the narrow ones. */
function grouped(locale: string): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  return (value) => format.format(value).replaceAll(BREAK, '\u00a0')
}

/** Rules are dear to make, and asked for by each reason of each station. */
const rulesByLocale = new Map<string, Intl.PluralRules>()

/** The form of a noun that a number asks for: `formOf('ru', 3, hours)` is '# часа'. */
export function formOf(locale: string, value: number, forms: CountedNoun): string {
  const rules = rulesByLocale.get(locale) ?? new Intl.PluralRules(locale)
  rulesByLocale.set(locale, rules)
  return forms[rules.select(value)] ?? forms.other
}

/** A counted noun: `counted('ru-RU')(3, { one: '# час', few: '# часа', many: '# часов', other: '# часа' })` is '3 часа'. */
export function counted(locale: string) {
  const write = grouped(locale)
  return (value: number, forms: CountedNoun): string => formOf(locale, value, forms).replace('#', write(value))
}
