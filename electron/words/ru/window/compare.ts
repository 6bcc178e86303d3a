import terms from '../terms.ts'

export default {
  title: 'Станции рядом',
  nothing: 'Нет станций для сравнения',
  nothingHint: 'Отметьте две или больше в таблице станций и нажмите «Сравнить».',
  onlyDifferent: 'Только различия',
  time: terms.timeOfTheRecord,
  chart: 'Наложение по суткам',
  lastDays: 'Последние {days} суток',
  sparkOf: '{what}: {days} газовых суток по {day}',
}
