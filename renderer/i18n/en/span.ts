export default {
  label: 'Span of days',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: '3 months',
  year: 'Year',
  threeYears: '3 years',
  all: 'All',
  from: 'From',
  to: 'To',
  dash: '–',
  format: 'DD/MM/YYYY',
}
