import terms from '../terms.ts'

export default {
  title: terms.guide,
  contents: 'Contents',
  find: 'Search the guide',
  found: 'Found in the guide',
  finds: '{n} place | {n} places',
  nothing: 'No page of the guide has “{text}”. Fewer words find more.',
  enlarge: 'Show the picture large',
  chapter: { work: 'Work', screens: terms.screens },
}
