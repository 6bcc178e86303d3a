import { LANGUAGES, type Language, wordsOf as sharedOf } from './index.ts'
import type { ProgramWords, Words as SharedWords } from './words.ts'

export type Words = SharedWords & ProgramWords

/**
 * Every text that people read outside the window, by language. The command line and what a host prints in its terminal
 * speak English alone (electron/terminal).
 */
const all = await Promise.all(
  LANGUAGES.map(async (language) => {
    const { default: own } = (await import(`./${language}/program/index.ts`)) as { default: ProgramWords }
    return [language, { ...sharedOf(language), ...own }] as const
  }),
)
const WORDS = Object.fromEntries(all) as Record<Language, Words>

export const wordsOf = (language: Language): Words => WORDS[language]
