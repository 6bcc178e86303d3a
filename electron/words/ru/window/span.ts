import terms from '../terms.ts'

export default {
  label: 'Промежуток дней',
  day: terms.day,
  week: 'Неделя',
  month: terms.month,
  quarter: terms.quarter,
  year: terms.year,
  threeYears: '3 года',
  all: 'Всё',
  earlier: terms.onePeriodEarlier,
  earlierHint: 'На период раньше (,)',
  later: terms.onePeriodLater,
  laterHint: 'На период позже (.)',
  from: terms.from,
  to: terms.to,
  dash: '–',
  format: 'DD.MM.YYYY',
}
