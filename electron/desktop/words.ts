import { languageOf, type LanguageChoice } from '../words/index.ts'
import { wordsOf, type Words } from '../words/program.ts'

export type Say = (word: keyof (Words['names']['screen'] & Words['menu'])) => string

/** The words of the shell: its menu and dialogs. @param language the preference; `system` follows `locale` */
export function wordsFor(language: LanguageChoice, locale: string): Say {
  const { menu, names } = wordsOf(languageOf(language, locale))
  // An entry that leads to a dialog or a page of choices ends in dots: the menu's own words come after the names of the screens.
  const all = { ...names.screen, ...menu }
  return (word) => all[word]
}
