import terms from '../terms.ts'

/** What a spreadsheet's cover says of the sheets behind it. */
export default {
  rows: 'Rows',
  sheet: terms.sheet,
  without_rows: 'Without rows',
  /** A cell of a spreadsheet holds 32,767 characters. */
  cut: (count: string) => `${count} (a cell holds 32,767 characters; CSV and JSON have them whole)`,
  cut_texts: 'Texts cut short',
  times: terms.times,
  wall_times: 'as the clock of the time zone showed them; an hour that comes twice is told apart by its Unix time',
}
