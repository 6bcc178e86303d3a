import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Unusual hour',
    definition: "against a 48 h median and the same hour's pattern ±10 days",
    needs: 'consumption',
  },
  ru: {
    name: 'Нетипичный час',
    definition: "against a 48 h median and the same hour's pattern ±10 days",
    needs: 'consumption',
  },
}
