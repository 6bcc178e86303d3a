import type english from './en/index.ts'

/**
 * What a language has to say: English is the pattern, and index.ts compares the others with it. A word that a language lacks
 * is a type error.
 */
export type Complete = Texts<typeof english>
/** What both the window and the program say. */
export type Words = Omit<Complete, 'apart'>
export type ProgramWords = Complete['apart']['program']

type Texts<T> = T extends string
  ? string
  : T extends (...facts: infer Facts) => string
    ? (...facts: Facts) => string
    : { [Key in keyof T]: Texts<T[Key]> }
