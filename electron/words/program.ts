import { inEach, type Language, wordsOf as sharedOf } from './index.ts'
import * as languages from './program-languages.ts'
import type { ProgramWords, Words as SharedWords } from './words.ts'

export type Words = SharedWords & ProgramWords

/**
 * Every text that people read outside the window, by language. The command line and what a host prints in its terminal
 * speak English alone (electron/terminal).
 */
const OWN: Readonly<Record<Language, ProgramWords>> = languages
const WORDS = inEach((language): Words => ({ ...sharedOf(language), ...OWN[language] }))

export const wordsOf = (language: Language): Words => WORDS[language]
