import type { Paper } from '../../../../electron/exports/forms/pdf/paper.ts'

/** Paper for tests of what is laid out on it. */
export const PAPER: Paper = {
  language: 'ru',
  title: 'Т',
  author: 'А',
  size: 'A4',
  orientation: 'landscape',
  fontSize: 7.5,
  madeAtMs: Date.parse('2026-11-22T09:00:00Z'),
  footer: ['f'],
}
