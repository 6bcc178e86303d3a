import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: { name: 'Frozen', definition: 'P or T moves by one digit at most while gas flows', needs: 'P, T, flow' },
  ru: { name: 'Зависание', definition: 'P or T moves by one digit at most while gas flows', needs: 'P, T, flow' },
}
