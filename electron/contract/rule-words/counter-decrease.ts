import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Counter decrease',
    definition:
      'an accumulated volume falls; *exchange* or *rollover* if `changes`, settings or the serial number explain it',
    needs: 'accumulators',
  },
  ru: {
    name: 'Уменьшение счётчика',
    definition:
      'an accumulated volume falls; *exchange* or *rollover* if `changes`, settings or the serial number explain it',
    needs: 'accumulators',
  },
}
