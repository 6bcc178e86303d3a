import terms from '../terms.ts'

/** What engineers type in of a station because the service does not say it. */
export default {
  title: 'Typed in by hand',
  hint: 'What the service does not say; it travels with the book',
  edit: terms.changeIt,
  dialog: 'Typed in by hand: {station}',
  none: 'Nothing yet: where the station stands, the next verification, the device’s limit of error.',
  clear: 'An empty field is taken back.',
  save: terms.save,
  saved: 'Kept in the book.',
  by: '{day}, {author}',
  fact: {
    coordinates: terms.coordinates,
    next_verification: terms.nextVerification,
    limit_of_error: 'Limit of error of the device, %',
  },
  like: {
    coordinates: '55.7558, 37.6173 or 55°45′21″N 37°37′2″E',
    limit_of_error: '1.5',
  },
  wrong: {
    unreadable: 'These are no coordinates. Two numbers are meant, the latitude first, such as 55.7558, 37.6173.',
    sixty: 'Minutes and seconds are less than 60.',
    latitude: 'A latitude lies between −90° and 90°.',
    longitude: 'A longitude lies between −180° and 180°.',
    limit: 'A limit of error is a number of percent between 0.001 and 50.',
  },
  openMap: 'Open in this computer’s map',
  copy: 'Copy the coordinates',
  copied: 'Copied: {text}',
}
