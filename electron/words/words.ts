import type english from './en/index.ts'

/**
 * What every language has to say outside the window. English is the pattern: a word that another language lacks is a
 * type error in that language's own file.
 */
export type Words = Texts<Omit<typeof english, 'stations'>> & { stations: CountedNoun }

/** A noun in the forms that numbers ask for, by the categories of Intl.PluralRules. */
type CountedNoun = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

type Texts<T> = T extends string
  ? string
  : T extends (...facts: infer Facts) => string
    ? (...facts: Facts) => string
    : { [Key in keyof T]: Texts<T[Key]> }
