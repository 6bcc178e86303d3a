import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: { name: 'Below Qmin', definition: '0 < flow < Qmin', needs: 'working volume' },
  ru: { name: 'Ниже Qmin', definition: '0 < flow < Qmin', needs: 'working volume' },
}
