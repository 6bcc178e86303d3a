import terms from '../terms.ts'

export default {
  title: 'Озеро данных',
  folder: 'Папка файлов Parquet',
  folderHint: 'В одну папку пишут многие книги, учётные записи и ноутбуки, а читают её DuckDB и ClickHouse. Пусто — без озера',
  example: '/mnt/lake',
  files: 'Файлы этой книги',
  never: 'Ещё не записаны. Обновляются после каждой загрузки',
  changed: 'Изменены {time}. Обновляются после каждой загрузки',
  write: 'Записать сейчас',
  writing: 'Идёт запись…',
  stop: terms.stop,
  nothing: 'Ничего не изменилось: {files}, {size}',
  written: 'Записано {written} из {files}; всего {size}',
  someFiles: terms.countedFiles,
}
