import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Conversion',
    definition: 'standard ÷ working volume against P·Tst/(Pst·T), and the implied K over time',
    needs: 'volumes, P, T; absolute or gauge: a setting',
  },
  ru: {
    name: 'Приведение',
    definition: 'standard ÷ working volume against P·Tst/(Pst·T), and the implied K over time',
    needs: 'volumes, P, T; absolute or gauge: a setting',
  },
}
