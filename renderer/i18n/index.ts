import { createI18n } from 'vue-i18n'
import { LANGUAGES, type Language } from '../../electron/contract/languages.ts'
import { pluralOf } from './plural.ts'

/**
 * The window's messages, complete in every language. Each file of a language's folder is one domain of messages under
 * its own file name (`language.ts` apart); the names of archives, views and channels are the contract's. Messages are
 * plain strings that vue-i18n reads into a tree when first used (no generated code, so it works under a
 * Content-Security-Policy without 'unsafe-eval').
 */

/** A tree of messages: strings in objects. */
export interface Messages {
  [key: string]: string | Messages
}

const domains = import.meta.glob<Messages>(['./*/*.ts', '!./*/language.ts'], { eager: true, import: 'default' })
const names = import.meta.glob<Messages>('../../electron/contract/names/*.ts', { eager: true, import: 'default' })

function messagesIn(language: Language): Messages {
  const own = Object.entries(domains).filter(([path]) => path.startsWith(`./${language}/`))
  return {
    ...Object.fromEntries(own.map(([path, messages]) => [path.slice(`./${language}/`.length, -'.ts'.length), messages])),
    ...names[`../../electron/contract/names/${language}.ts`],
  }
}

const each = <T>(of: (language: Language) => T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Record<Language, T>

export const messages = each(messagesIn)

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages,
  pluralRules: each(pluralOf),
  missingWarn: false,
  fallbackWarn: false,
})
