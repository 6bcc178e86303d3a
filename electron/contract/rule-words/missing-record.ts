import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Missing record',
    definition: 'an expected record is absent (24 hourly a gas day; 23 and 25 where clocks change)',
    needs: 'hourly, daily, coverage',
  },
  ru: {
    name: 'Пропуск',
    definition: 'an expected record is absent (24 hourly a gas day; 23 and 25 where clocks change)',
    needs: 'hourly, daily, coverage',
  },
}
