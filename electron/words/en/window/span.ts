import terms from '../terms.ts'

export default {
  label: 'Span of days',
  day: terms.day,
  week: 'Week',
  month: terms.month,
  quarter: terms.quarter,
  year: terms.year,
  threeYears: '3 years',
  all: 'All',
  earlier: terms.onePeriodEarlier,
  earlierHint: 'One period earlier (,)',
  later: terms.onePeriodLater,
  laterHint: 'One period later (.)',
  from: terms.from,
  to: terms.to,
  dash: '–',
  format: 'DD/MM/YYYY',
}
