import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Substitute in use',
    definition: 'P or T equals the substitute value, or a situation that makes the device substitute is open',
    needs: 'settings, nesht',
  },
  ru: {
    name: 'Подстановка',
    definition: 'P or T equals the substitute value, or a situation that makes the device substitute is open',
    needs: 'settings, nesht',
  },
}
