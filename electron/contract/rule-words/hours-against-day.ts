import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Hours against the day',
    definition: "sum of a gas day's hours against its daily record",
    needs: 'hourly, daily',
  },
  ru: { name: 'Часы ≠ сутки', definition: "sum of a gas day's hours against its daily record", needs: 'hourly, daily' },
}
