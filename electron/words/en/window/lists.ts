import terms from '../terms.ts'

/** Words of every list that has facets beside it. */
export default {
  facets: 'Filters',
  clear: 'Clear the filter',
  find: 'Find: {facet}',
  more: '{n} more',
  fewer: 'Fewer',
  any: 'any',
  counted: '{name}, {count}',
  leftOut: '{name}, {count}, left out',
  except: 'Without “{name}” ( − )',
  counting: terms.counting,
}
