import terms from '../terms.ts'

export default {
  stations: terms.stations,
  all: 'Все ({n})',
  some: 'Выбранные',
  clear: 'Очистить',
  addBy: 'Добавить станции',
  tree: 'Из дерева',
  search: 'Поиском',
  paste: 'Вставкой',
  treeHint: 'Поставщик или потребитель: все его станции',
  pasteHint: 'Заводские номера, коды обмена или названия, по одному в строке',
  add: 'Добавить',
  unknown: 'Не найдено ({n}): {lines}',
  ambiguous: '«{line}»: подходят несколько станций; какая нужна?',
  addAll: 'Добавить все {n}',
  matches: 'Подходящие станции',
  chosenList: terms.chosenStations,
  remove: 'Убрать {station}',
  more: 'Показать ещё ({n})',
  andMore: terms.andMore,
}
