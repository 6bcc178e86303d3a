import type { ClockWords } from './words.ts'

export default {
  argument: 'asked for',
  station: 'set for the station',
  book: 'from the book',
  preferences: 'not set in the book',
} satisfies ClockWords
