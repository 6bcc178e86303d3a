import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Silent',
    definition: "age of the last session ÷ the station's own rhythm; a missed `next_session_time`",
    needs: 'sessions',
  },
  ru: {
    name: 'Нет связи',
    definition: "age of the last session ÷ the station's own rhythm; a missed `next_session_time`",
    needs: 'sessions',
  },
}
