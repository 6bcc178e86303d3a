import * as languages from './languages.ts'
import type { Complete, Words } from './words.ts'

export type Language = keyof typeof languages
export const LANGUAGES = Object.keys(languages) as readonly Language[]

/** What both the window and the program say; the program has more to say (program.ts), and so has the window (window/ of a language). */
const WORDS: Readonly<Record<Language, Complete>> = languages
export const wordsOf = (language: Language): Words => WORDS[language]

/** Something for each language, made by name. */
export const inEach = <T>(make: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, T>

/** The values of the preference; `system` follows the operating system or the browser. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

/**
 * The language to speak.
 * @param system a locale (`ru-RU`) or a list of them as in Accept-Language, of which the first counts. Where it names
 * none of our languages, English is spoken.
 */
export function languageOf(choice: LanguageChoice, system: string): Language {
  if (choice !== 'system') return choice
  const [tag] = system
    .trim()
    .toLowerCase()
    .split(/[^a-z]/, 1)
  return LANGUAGES.find((language) => language === tag) ?? 'en'
}
