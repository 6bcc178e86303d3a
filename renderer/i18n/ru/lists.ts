/** Words of every list that has facets beside it. */
export default {
  find: 'Найти: {facet}',
  more: 'ещё {n}',
  fewer: 'Меньше',
  counting: 'Подсчёт…',
}
