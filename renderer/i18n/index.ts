import { createI18n } from 'vue-i18n'
import { inEach, type Language, wordsOf } from '../../electron/words/index.ts'
import { pluralOf } from './plural.ts'

/**
 * The window's messages, complete in every language: what the program says as well, and beside it what the window alone says.
 * Messages are plain strings that vue-i18n reads into a tree when first used (no generated code, so it works under a
 * Content-Security-Policy without 'unsafe-eval').
 */

/** A tree of messages: strings in objects. */
export interface Messages {
  [key: string]: string | Messages
}

const own = import.meta.glob<Messages>('../../electron/words/*/window/index.ts', { eager: true, import: 'default' })

export const messages = inEach((language: Language): Messages => {
  const { names } = wordsOf(language)
  return { ...own[`../../electron/words/${language}/window/index.ts`], ...names }
})

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages,
  pluralRules: inEach(pluralOf),
  missingWarn: false,
  fallbackWarn: false,
})
