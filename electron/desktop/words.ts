import { languageOf, type LanguageChoice } from '../contract/languages.ts'
import { wordsOf, type Words } from '../words/index.ts'

export type Say = (word: keyof Words['menu']) => string

/** The words of the shell: its menu and dialogs. @param language the preference; `system` follows `locale` */
export function wordsFor(language: LanguageChoice, locale: string): Say {
  const { menu } = wordsOf(languageOf(language, locale))
  return (word) => menu[word]
}
