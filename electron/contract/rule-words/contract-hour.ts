import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: { name: 'Wrong contract hour', definition: 'exactly one other hour makes the sums fit', needs: 'hourly, daily' },
  ru: {
    name: 'Неверный контрактный час',
    definition: 'exactly one other hour makes the sums fit',
    needs: 'hourly, daily',
  },
}
