import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Counter against sum',
    definition: 'difference of the accumulator against the sum of its periods',
    needs: 'both',
  },
  ru: {
    name: 'Счётчик ≠ сумма',
    definition: 'difference of the accumulator against the sum of its periods',
    needs: 'both',
  },
}
