import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: { name: 'Spike', definition: 'distance from the mean of the neighbours, robust z', needs: 'hourly' },
  ru: { name: 'Выброс', definition: 'distance from the mean of the neighbours, robust z', needs: 'hourly' },
}
