import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Unexplained change',
    definition: 'settings differ with no `changes` event between the snapshots, or the reverse',
    needs: 'settings, changes',
  },
  ru: {
    name: 'Необъяснённое изменение',
    definition: 'settings differ with no `changes` event between the snapshots, or the reverse',
    needs: 'settings, changes',
  },
}
