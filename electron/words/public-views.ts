import type { Language } from './index.ts'
import type { PublicViewWords } from './public-view-words.ts'

const WORDS: Record<Language, () => Promise<{ default: PublicViewWords }>> = {
  en: () => import('./en/public-views.ts'),
  ru: () => import('./ru/public-views.ts'),
}

/** The documentation of the public views. It is long, so it is loaded when somebody asks. */
export const publicViewWords = async (language: Language): Promise<PublicViewWords> => (await WORDS[language]()).default
