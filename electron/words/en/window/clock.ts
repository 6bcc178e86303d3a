import from from '../clock.ts'
import terms from '../terms.ts'

export default {
  zone: terms.timeZone,
  hour: terms.contractHour,
  hourAt: '{hour}, when a gas day begins',
  ofStation: 'Time of the station',
  ofStationHint: 'Times, gas days and sums on this page',
  ofBook: 'Time zone of this book',
  ofBookHint: 'Of all its stations but those with a zone of their own; it travels with the book',
  hourOfBook: 'Gas day of this book begins at',
  hourOfBookHint: 'Of all its stations but those with an hour of their own',
  inherit: { book: 'As the book: {value}', preferences: 'As the preferences: {value}' },
  from: { ...from, preferences: 'not set in the book: from the preferences' },
  deviceSays: {
    zone: 'The settings of the device name the zone {said}',
    hour: 'The settings of the device name contract hour {said}',
  },
  findZone: 'City or zone',
  nothingFound: 'No city or zone is called so',
}
