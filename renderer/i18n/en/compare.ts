export default {
  title: 'Stations side by side',
  nothing: 'No stations to compare',
  nothingHint: 'Choose two or more in the table of stations, then Compare.',
  onlyDifferent: 'Only what differs',
  time: 'Time of the record',
}
