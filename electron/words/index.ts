import { LANGUAGES, type Language } from '../contract/languages.ts'
import type { Words } from './words.ts'

export type { Words } from './words.ts'

/**
 * Every text that people read outside the window, by language: each language is a folder here. The command line and
 * what a host prints in its terminal speak English alone (en/terminal.ts).
 */
const all = await Promise.all(
  LANGUAGES.map(async (language) => {
    const { default: words } = (await import(`./${language}/index.ts`)) as { default: Words }
    return [language, words] as const
  }),
)
const WORDS = Object.fromEntries(all) as Record<Language, Words>

export const wordsOf = (language: Language): Words => WORDS[language]
