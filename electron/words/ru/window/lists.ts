import terms from '../terms.ts'

/** Words of every list that has facets beside it. */
export default {
  facets: 'Отбор',
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
