/** British English: day before month, 24 hours, weeks that begin on Monday, as the people who read meters have it. */
export default {
  /** The language in itself. */
  name: 'English',
  /** The command that switches to it, in the language itself. */
  switchTo: 'Switch to English',
  /** How numbers and times are written: a tag for Intl. */
  locale: 'en-GB',
  /** How a CSV for people separates fields and writes numbers and days. */
  separator: ',',
  decimal: '.',
  day: 'yyyy-mm-dd',
  /** A name of the service inside quotation marks. */
  insideQuotes: (name: string): string => name,
}
