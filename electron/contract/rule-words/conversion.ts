import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Conversion',
    definition:
      'Standard volume ÷ working volume differs from P·Tst/(Pst·T); where pressure is not known, from its own median of the 30 days before. Small volumes are summed until rounding no longer matters. Above 300 kPa without a compressibility, the ratio to the formula is held against its own median too. Gaps, zeros and meter exchanges are left out.',
    needs:
      'Standard and working volumes in one archive; for the formula also pressure, temperature and whether the pressure is absolute or gauge.',
  },
  ru: {
    name: 'Приведение',
    definition:
      'Отношение стандартного объёма к рабочему отличается от P·Tст/(Pст·T), а если давление неизвестно — от собственной медианы за 30 предыдущих суток. Малые объёмы складываются, пока округление не перестанет влиять. Выше 300 кПа без коэффициента сжимаемости отношение к формуле сравнивается и с собственной медианой. Пропуски, нули и замены счётчика не учитываются.',
    needs:
      'Стандартный и рабочий объёмы в одном архиве; для формулы ещё давление, температура и то, абсолютное давление или избыточное.',
  },
}
