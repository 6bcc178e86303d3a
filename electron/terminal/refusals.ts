import type { Refusal } from '../contract/merge-words.ts'

/** Why rows of another book are not taken, for the command line and the records not understood. */
export const REFUSAL_WORDS: Readonly<Record<Refusal, string>> = {
  unreadable: 'cannot be read',
  time: 'a time that cannot be',
  too_long: 'too long, or too many',
  bounds: 'a number out of its bounds',
  unknown: 'a word that is not known',
  picture: 'no photograph, or one that is too large',
  orphan: 'of something that is not there, or was not taken',
  contradiction: 'contradicts itself',
  bytes: 'bytes that are no text',
}
