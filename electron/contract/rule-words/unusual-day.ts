import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: { name: 'Unusual day', definition: 'a day against the median of 28 days', needs: 'daily' },
  ru: { name: 'Нетипичные сутки', definition: 'a day against the median of 28 days', needs: 'daily' },
}
