/** The shell's own few words, English and Russian; everything else is said by the page. */
const WORDS = {
  file: ['File', 'Файл'],
  'open-book': ['Open a Book…', 'Открыть книгу…'],
  'open-recent': ['Open Recent', 'Открыть недавнюю'],
  'close-book': ['Close the Book', 'Закрыть книгу'],
  export: ['Export…', 'Экспорт…'],
  'sign-out': ['Sign Out', 'Выйти из учётной записи'],
  preferences: ['Preferences…', 'Настройки…'],
  quit: ['Quit', 'Выход'],
  edit: ['Edit', 'Правка'],
  undo: ['Undo', 'Отменить'],
  redo: ['Redo', 'Повторить'],
  cut: ['Cut', 'Вырезать'],
  copy: ['Copy', 'Копировать'],
  paste: ['Paste', 'Вставить'],
  selectAll: ['Select All', 'Выделить всё'],
  view: ['View', 'Вид'],
  workbench: ['Workbench', 'Рабочий стол'],
  downloads: ['Downloads', 'Загрузки'],
  reference: ['Reference', 'Справочник'],
  find: ['Find…', 'Найти…'],
  resetZoom: ['Actual Size', 'Обычный размер'],
  zoomIn: ['Zoom In', 'Крупнее'],
  zoomOut: ['Zoom Out', 'Мельче'],
  togglefullscreen: ['Full Screen', 'Во весь экран'],
  help: ['Help', 'Справка'],
  about: ['About Meterbook', 'О программе Meterbook'],
  books: ['Meterbook books', 'Книги Meterbook'],
  stopped: [
    'The part of Meterbook that keeps the book has stopped.',
    'Часть Meterbook, которая ведёт книгу, остановилась.',
  ],
  kept: ['Everything committed so far is kept.', 'Всё записанное сохранено.'],
  restart: ['Start It Again', 'Запустить снова'],
} as const

export type Say = (word: keyof typeof WORDS) => string

/** @param language the preference; `system` follows `locale` */
export function wordsFor(language: 'system' | 'en' | 'ru', locale: string): Say {
  const isRussian = language === 'system' ? locale.startsWith('ru') : language === 'ru'
  return (word) => WORDS[word][isRussian ? 1 : 0]
}
