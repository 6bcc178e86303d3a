import terms from '../terms.ts'

/** Что говорит титульный лист книги Excel о листах за ним. */
export default {
  rows: 'Строк',
  sheet: terms.sheet,
  without_rows: 'Нет строк',
  cut: (count: string) => `${count} (в ячейку помещается 32 767 знаков; в CSV и JSON тексты целые)`,
  cut_texts: 'Сокращённых текстов',
  times: terms.times,
  wall_times: 'по часам часового пояса; повторённый час различают по времени Unix',
}
