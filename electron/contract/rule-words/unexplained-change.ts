import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Unexplained change',
    definition:
      "Settings differ between two readings and no event of the log of changes explains it, or such an event names a setting that is the same before and after. The device's clock, counters and what changes at nearly every reading are left out.",
    needs: 'The settings, read at least twice, and the log of changes.',
  },
  ru: {
    name: 'Необъяснённое изменение',
    definition:
      'Настройки между двумя считываниями изменились, а событий в журнале изменений об этом нет, либо событие называет настройку, которая осталась прежней. Часы прибора, счётчики и то, что меняется почти при каждом считывании, не учитываются.',
    needs: 'Настройки, считанные не менее двух раз, и журнал изменений.',
  },
}
