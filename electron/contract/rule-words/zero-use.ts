import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: { name: 'Zero use', definition: 'zeros where history has none', needs: 'consumption' },
  ru: { name: 'Нулевой расход', definition: 'zeros where history has none', needs: 'consumption' },
}
