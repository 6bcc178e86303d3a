import terms from '../terms.ts'

export default {
  stations: terms.stations,
  all: 'All ({n})',
  some: 'Chosen ones',
  clear: 'Clear',
  addBy: 'Add stations by',
  tree: 'Tree',
  search: 'Search',
  paste: 'Paste',
  treeHint: 'A provider or a consumer: all its stations',
  pasteHint: 'Serial numbers, exchange codes or names, one a line',
  add: 'Add',
  unknown: 'Not found ({n}): {lines}',
  ambiguous: '“{line}” fits several stations; which one?',
  addAll: 'Add all {n}',
  matches: 'Stations that fit',
  chosenList: terms.chosenStations,
  remove: 'Take out {station}',
  more: 'Show more ({n})',
  andMore: terms.andMore,
}
