/** The categories of Intl.PluralRules, in the order in which a message names its forms: `one | few | many`. */
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']
const known = new Map<string, (count: number) => number>()

/** Which of a language's categories a number has: 0 for the first that the language knows. */
function categoryIn(language: string): (count: number) => number {
  const rules = new Intl.PluralRules(language)
  const own = CATEGORIES.filter((category) => rules.resolvedOptions().pluralCategories.includes(category))
  return (count) => own.indexOf(rules.select(count))
}

/** Which of a message's forms a number takes, as vue-i18n asks for it: 1 станция, 2 станции, 5 станций. */
export function pluralOf(language: string): (count: number, forms: number) => number {
  return (count, forms) => {
    // Made at the first count: the browser reads its tables of languages then, and not while the window starts.
    const category = known.get(language) ?? categoryIn(language)
    known.set(language, category)
    return Math.min(category(Math.abs(Math.trunc(count))), forms - 1)
  }
}
