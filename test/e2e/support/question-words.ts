import en from '../../../electron/words/en/window/questions.ts'
import ru from '../../../electron/words/ru/window/questions.ts'

/** The words of the screen of questions. */
export type Language = 'en' | 'ru'
export const QUESTION_WORDS = { en, ru }
