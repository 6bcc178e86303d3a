import type { ClockWords } from './words.ts'

export default {
  argument: 'по запросу',
  station: 'задан для станции',
  book: 'из книги',
  preferences: 'в книге не задан',
} satisfies ClockWords
