import { MOST_NOTE_TEXT } from '../../../electron/contract/note-words.ts'

/** The book takes no note with a longer text. */
export const isTooLong = (text: string): boolean => text.trim().length > MOST_NOTE_TEXT
