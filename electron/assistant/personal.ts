/**
 * What is told of people only `--with-personal`: all that `share --without-personal` leaves out (book/sharing/source.ts). A name
 * here is that of the field that is absent then.
 */
export const PERSONAL = {
  station: ['phone', 'consumer.inn', 'consumer.contactNumber'],
  findStations: ['phone'],
  findings: ['evidence.branch.name', 'noteId'],
  notes: ['author', 'text', 'photos', 'reading.seals', 'reading.violations', 'reading.supplier', 'reading.consumer'],
  readings: ['source'],
  book: ['account'],
} as const
