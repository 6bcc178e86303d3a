import terms from '../terms.ts'

/** Words of every list that has facets beside it. */
export default {
  facets: 'Filters',
  noMatch: 'Nothing fits the filter',
  noMatchHint: 'There is something here, but the filter hides all of it. Fewer conditions show more.',
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
