import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Kept twice',
    definition:
      'Another book that was merged into this one had a record of the same time, or the same session, with other content. The own one stays where it is, the other one is kept beside it, and nobody has said which is right.',
    needs: 'A book that another one was merged into.',
  },
  ru: {
    name: 'Два значения',
    definition:
      'В книге, которую объединили с этой, у записи за то же время или у того же сеанса другое содержимое. Своя запись осталась на месте, другая хранится рядом, и какая из них верна, никто не сказал.',
    needs: 'Книга, с которой объединили другую.',
  },
}
