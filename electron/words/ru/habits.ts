/** Russian: what a spreadsheet set to Russian takes for dates and numbers has points, commas and semicolons. */
export default {
  /** The language in itself. */
  name: 'Русский',
  /** The command that switches to it, in the language itself. */
  switchTo: 'Перейти на русский',
  /** How numbers and times are written: a tag for Intl. */
  locale: 'ru-RU',
  /** How a CSV for people separates fields and writes numbers and days. */
  separator: ';',
  decimal: ',',
  day: 'dd.mm.yyyy',
  /** A name of the service inside quotation marks. */
  insideQuotes: (name: string): string => name.replaceAll('«', '„').replaceAll('»', '“'),
}
