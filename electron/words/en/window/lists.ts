import terms from '../terms.ts'

/** Words of every list that has facets beside it. */
export default {
  facets: 'Filters',
  clear: 'Clear the filter',
  find: 'Find: {facet}',
  more: '{n} more',
  fewer: 'Fewer',
  counting: terms.counting,
}
