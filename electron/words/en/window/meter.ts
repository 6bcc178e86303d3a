import meter from '../meter.ts'

export default {
  ...meter,
  fields: 'What the meter shows',
  record: '{value} at {time}',
  between: 'Between {before} and {after}',
  allowed: '{tolerance} allowed',
  pressureUnit: 'Unit of the pressure',
  noNumber: 'Not a number: {names}',
  serialInBook: 'in the book: {serial}',
  otherSerial: 'The book has another number: {serial}',
  sealNumber: 'Number of seal {n}',
  takeSeal: 'Take seal {n} away',
  addSeal: 'Add a seal',
  personHint: 'Post and name',
  violationsHint: 'Nothing, or what is wrong',
  write: 'Reading at the meter…',
  writeKey: 'Reading at the meter… (R)',
  act: 'Act…',
  mark: '{value} read at the meter on {time}',
}
