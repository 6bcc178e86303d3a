/** Where a zone or an hour comes from, behind it in brackets. */
export default {
  argument: 'по запросу',
  station: 'задан для станции',
  branch: 'задан для ветки',
  book: 'из книги',
  preferences: 'в книге не задан',
}
