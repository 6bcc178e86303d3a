/** Words of every list that has facets beside it. */
export default {
  find: 'Find: {facet}',
  more: '{n} more',
  fewer: 'Fewer',
  counting: 'Counting…',
}
