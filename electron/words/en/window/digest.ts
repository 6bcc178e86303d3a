import terms from '../terms.ts'

/** The screen of what is new. */
export default {
  back: terms.backToTheStations,
  counted: terms.someLines,
  looked: 'Looked at',
  lookedHint: 'From now on what is new is what comes after this list was made (L)',
  done: 'Looked at. What comes from now on is new.',
  html: 'For mail…',
  htmlHint: 'Save the list as one HTML file that any mail program shows',
  emptyHint: 'What comes with the next download, a merge or a judgement is told here.',
  offer: 'The download has ended.',
  open: terms.whatIsNew,
}
