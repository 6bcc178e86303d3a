/**
 * The languages of texts for people: the one list. Another language is another tag here and its own files:
 * contract/names, electron/words and renderer/i18n.
 */
export const LANGUAGES = ['en', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

/** What the preference may be; `system` follows the operating system or the browser. */
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
