export default {
  label: 'Промежуток дней',
  day: 'День',
  week: 'Неделя',
  month: 'Месяц',
  quarter: '3 месяца',
  year: 'Год',
  threeYears: '3 года',
  all: 'Всё',
  from: 'С',
  to: 'По',
  dash: '–',
  format: 'DD.MM.YYYY',
}
