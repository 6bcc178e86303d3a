import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: { name: 'Flow while shut', definition: 'consumption while the valve is shut', needs: 'valve, flow' },
  ru: { name: 'Расход при закрытом клапане', definition: 'consumption while the valve is shut', needs: 'valve, flow' },
}
