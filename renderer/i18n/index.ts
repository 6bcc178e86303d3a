import { createI18n } from 'vue-i18n'

/**
 * Two complete languages. Every file of `en/` and `ru/` is one domain of messages under its own file name.
 * Messages are plain strings that vue-i18n reads into a tree when first used (no generated code, so it works
 * under a Content-Security-Policy without 'unsafe-eval').
 */
export type Language = 'en' | 'ru'
export const LANGUAGES: readonly Language[] = ['en', 'ru']

/** A tree of messages: strings in objects. */
export interface Messages {
  [key: string]: string | Messages
}

type Modules = Record<string, { default: Messages }>

function byDomain(modules: Modules): Messages {
  const domains: Messages = {}
  for (const [path, module] of Object.entries(modules)) {
    domains[path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)] = module.default
  }
  return domains
}

export const messages: Record<Language, Messages> = {
  en: byDomain(import.meta.glob<{ default: Messages }>('./en/*.ts', { eager: true })),
  ru: byDomain(import.meta.glob<{ default: Messages }>('./ru/*.ts', { eager: true })),
}

/** Which of `one | few | many` a Russian number takes: 1 станция, 2 станции, 5 станций. */
export function russianPlural(count: number, forms: number): number {
  const n = Math.abs(Math.trunc(count))
  const tens = n % 100
  const ones = n % 10
  const one = ones === 1 && tens !== 11
  const few = ones >= 2 && ones <= 4 && (tens < 12 || tens > 14)
  return Math.min(one ? 0 : few ? 1 : 2, forms - 1)
}

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages,
  pluralRules: { ru: russianPlural },
  missingWarn: false,
  fallbackWarn: false,
})
