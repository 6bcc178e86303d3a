/**
 * What is wrong with a file that was read out at a device, or with its map: the window and the command line say it alike. The
 * window reads them as messages of vue-i18n, to which { } @ and | mean something: none of them has these.
 */
export const IMPORT_FAULT_WORDS = {
  empty: 'there is nothing in it',
  'no-text': 'it is no text and no spreadsheet',
  'no-xlsx': 'it is no spreadsheet (XLSX), or a damaged one',
  locked: 'it is locked by a password, or a spreadsheet of an older program (XLS): save it anew as XLSX',
  quotes: 'its quotation marks do not close',
  bytes: 'it is larger, in MB',
  expanded: 'it unpacks to more, in MB',
  rows: 'it has more lines',
  cells: 'a row of it has more cells',
  'all-cells': 'it has more cells in all',
  letters: 'a cell of it has more letters',
  attributes: 'a cell of it has more attributes',
  column: 'the file has no such column',
  sheet: 'the file has no such sheet',
  zone: 'there is no such time zone',
  pattern: 'this is no pattern of a time',
  unit: 'nobody knows how this unit becomes the one in which the service sends the channel',
  stamp: "the archive's code does not say how long its records are, so a stamp at their beginning cannot be moved to their end",
  owners: 'the file has rows of several stations, and none was chosen',
  separator: 'cells are not parted by this sign',
  syntax: 'this is no YAML',
  unknown: 'a map has no such field',
  missing: 'a field is missing',
  value: 'a field has a value that it cannot have',
}

/** Why a row of a file became no record. */
export const IMPORT_SKIP_WORDS = {
  told: 'left out by the map',
  'no-time': 'no time stands in it as the map says',
  'clock-forward': "the station's clock never showed this time: it went forward then",
  'clock-back': 'the clock showed this time twice, and the rows beside it do not tell which is meant',
  'far-time': 'its time lies before 1990 or more than ten years ahead',
  'other-station': 'of another station or device',
  'no-archive': 'it names no archive',
  'no-values': 'it has a time and no values',
}

/** Why no map was found by itself. */
export const IMPORT_GUESS_WORDS = {
  'no-rows': 'there are no rows in the file',
  'no-time': 'no column was found whose texts are times',
  'no-channels': 'no heading was found that names a channel',
}
