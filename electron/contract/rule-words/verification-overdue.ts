import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: { name: 'Verification overdue', definition: 'the date in the settings has passed', needs: 'settings' },
  ru: { name: 'Просрочена поверка', definition: 'the date in the settings has passed', needs: 'settings' },
}
