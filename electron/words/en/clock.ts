/** Where a zone or an hour comes from, behind it in brackets. */
export default {
  argument: 'asked for',
  station: 'set for the station',
  branch: 'set for the branch',
  book: 'from the book',
  preferences: 'not set in the book',
}
