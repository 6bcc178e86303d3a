import terms from '../terms.ts'

export default {
  title: 'Stations side by side',
  nothing: 'No stations to compare',
  nothingHint: 'Choose two or more in the table of stations, then Compare.',
  onlyDifferent: 'Only what differs',
  time: terms.timeOfTheRecord,
  chart: 'Over each other, day by day',
  lastDays: 'Last {days} days',
  sparkOf: '{what}: {days} gas days up to {day}',
}
