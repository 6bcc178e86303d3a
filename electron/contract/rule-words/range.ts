import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Range',
    definition: "beyond the device's limits: fail; beyond set points: suspect",
    needs: 'P, T, flow',
  },
  ru: {
    name: 'Выход за пределы',
    definition: "beyond the device's limits: fail; beyond set points: suspect",
    needs: 'P, T, flow',
  },
}
