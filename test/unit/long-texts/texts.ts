/** UTF-16 units. What takes time with the square of it would take many minutes, of the megabyte that the night reads hours. */
const LENGTH = process.env['METERBOOK_LONG'] === '1' ? 1_000_000 : 250_000
const long = (part: string, end = '') => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH) + end

/** Texts as an attacker would send them: each alphabet, and what patterns repeat, with an end that they do not expect. */
export const LONG_TEXTS: Readonly<Record<string, string>> = {
  latin: long('a', '!'),
  cyrillic: long('ж', '!'),
  digits: long('7', 'x'),
  zeros: long('0', 'x'),
  spaces: `1${long(' ', 'x 7 !')}`,
  'a signed number and spaces': `-1${long(' ', 'x 7 !')}`,
  'utc and spaces': `utc${long(' ', 'x')}`,
  tabs: `a${long('\t', 'b!')}`,
  'no-break spaces': `1${long('\u00a0', '1!')}`,
  newlines: `a${long('\n', 'b')}`,
  carriages: `a${long('\r\n', 'b')}`,
  marks: `e${long('\u0301', 'x')}`,
  'marked letters': long('e\u0301\u0323', '!'),
  'right to left': long('\u202eש', '!'),
  emoji: long('👩‍👩‍👧', '!'),
  'lone surrogates': long('\ud83d', '!'),
  brackets: long('(', '!'),
  pairs: long('()', '!'),
  'bracketed notes': long(' (a)', '!'),
  quotes: long('"', '!'),
  apostrophes: long("'", '=1'),
  signs: long('=', '!'),
  commas: long('1,', '!'),
  groups: long('1 000 ', 'x'),
  points: long('.', 'x'),
  underscores: long('_x000', '!'),
  backslashes: long('\\', '!'),
  'a maker’s words': long('номер клапан барометрическ', '!'),
  'words without spaces': long('договорндавлениначалтемпературинтервал', '!'),
  'pairs of words': long('измен значение нижн аварийн верхн ', '!'),
  'a unit': long('м', '3/ч!'),
}
