import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Device clock',
    definition: 'device time off by more than the tolerance, clock set',
    needs: 'changes, record times',
  },
  ru: {
    name: 'Часы прибора',
    definition: 'device time off by more than the tolerance, clock set',
    needs: 'changes, record times',
  },
}
