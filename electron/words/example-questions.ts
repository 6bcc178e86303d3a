import type en from './en/example-questions.ts'
import type { Language } from './index.ts'

/** By example: its title, and the comment that stands above its text. */
export type ExampleWords = typeof en

const WORDS: Record<Language, () => Promise<{ default: ExampleWords }>> = {
  en: () => import('./en/example-questions.ts'),
  ru: () => import('./ru/example-questions.ts'),
}

/** The words of the examples; loaded when somebody asks. */
export const exampleWords = async (language: Language): Promise<ExampleWords> => (await WORDS[language]()).default
