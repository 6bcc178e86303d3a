import terms from '../terms.ts'

export default {
  title: terms.guide,
  contents: 'Содержание',
  find: 'Поиск по руководству',
  found: 'Найдено в руководстве',
  finds: '{n} место | {n} места | {n} мест',
  nothing: 'Ни на одной странице нет «{text}». Чем меньше слов, тем больше найдётся.',
  enlarge: 'Показать крупно',
  chapter: { work: 'Работа', screens: terms.screens },
}
