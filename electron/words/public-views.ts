import type { Language } from './index.ts'

/** By view: what it holds, and what each of its columns means. docs/book.md, 'The public views'. */
export type PublicViewWords = Readonly<Record<string, { about: string; columns: Readonly<Record<string, string>> }>>

const WORDS: Record<Language, () => Promise<{ default: PublicViewWords }>> = {
  en: () => import('./en/public-views.ts'),
  ru: () => import('./ru/public-views.ts'),
}

/** The documentation of the public views. It is long, so it is loaded when somebody asks. */
export const publicViewWords = async (language: Language): Promise<PublicViewWords> => (await WORDS[language]()).default
