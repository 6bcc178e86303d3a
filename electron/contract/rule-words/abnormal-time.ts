import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Abnormal time',
    definition: "union of the situations' intervals against `nesht_svod`",
    needs: 'nesht, nesht_svod',
  },
  ru: {
    name: 'Время НС',
    definition: "union of the situations' intervals against `nesht_svod`",
    needs: 'nesht, nesht_svod',
  },
}
