import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Off-grid record',
    definition: 'an extra record between the hours (clock set, change of state): never differenced as a period',
    needs: 'readings',
  },
  ru: {
    name: 'Запись вне сетки',
    definition: 'an extra record between the hours (clock set, change of state): never differenced as a period',
    needs: 'readings',
  },
}
