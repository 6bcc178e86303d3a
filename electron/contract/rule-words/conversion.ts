import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Conversion',
    definition:
      'Standard volume ÷ working volume differs from P·Tst/(Pst·T); where pressure is not known, from its own median of the 30 days before. Small volumes are summed until rounding no longer matters. Above 300 kPa without a compressibility, the ratio to the formula is held against its own median too. Where hours differ by themselves, because P and T are those of a moment, the median of a day with six hours of flow is held against that of the 20 days before, and is suspect beyond the threshold and five deviations of those days. Gaps, zeros and meter exchanges are left out. The volume concerned is the error alone.',
    needs:
      'Standard and working volumes, or counters, in one archive; for the formula also pressure, temperature and whether the pressure is absolute or gauge.',
  },
  ru: {
    name: 'Приведение',
    definition:
      'Отношение стандартного объёма к рабочему отличается от P·Tст/(Pст·T), а если давление неизвестно — от собственной медианы за 30 предыдущих суток. Малые объёмы складываются, пока округление не перестанет влиять. Выше 300 кПа без коэффициента сжимаемости отношение к формуле сравнивается и с собственной медианой. Если часы расходятся сами по себе, потому что P и T — мгновенные, медиана суток, в которых не меньше шести часов с расходом, сравнивается с медианой 20 предыдущих суток: подозрительно то, что выходит и за порог, и за пять отклонений этих суток. Пропуски, нули и замены счётчика не учитываются. Объём замечания — только сама ошибка.',
    needs:
      'Стандартный и рабочий объёмы или счётчики в одном архиве; для формулы ещё давление, температура и то, абсолютное давление или избыточное.',
  },
}
