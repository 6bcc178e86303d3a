import terms from '../terms.ts'

/** Words of every list that has facets beside it. */
export default {
  facets: 'Отбор',
  noMatch: 'Отбору ничего не подходит',
  noMatchHint: 'Данные здесь есть, но отбор скрывает их все. Чем меньше условий, тем больше видно.',
  clear: 'Сбросить отбор',
  find: 'Найти: {facet}',
  more: 'ещё {n}',
  fewer: 'Меньше',
  any: 'любые',
  counted: '{name}, {count}',
  leftOut: '{name}, {count}, исключено',
  except: 'Кроме «{name}» ( − )',
  counting: terms.counting,
}
