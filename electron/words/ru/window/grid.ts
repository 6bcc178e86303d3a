import terms from '../terms.ts'

export default {
  nothing: 'Нечего показать',
  nothingHint: 'К выбранному выше не относится ни одна строка. Попробуйте другой промежуток или другой выбор.',
  columns: 'Выбрать столбцы',
  pin: 'Закрепить «{column}»',
  earlier: 'Передвинуть «{column}» раньше',
  later: 'Передвинуть «{column}» дальше',
  reset: 'Вернуть столбцы как были',
  open: terms.open,
  menu: 'Меню ячейки',
  copyCell: 'Копировать ячейку',
  copyRow: 'Копировать строку',
  copyRows: 'Копировать {n} строку | Копировать {n} строки | Копировать {n} строк',
  only: 'Только «{value}»',
  except: 'Кроме «{value}»',
  export: 'Выгрузить показанное: {format}',
  narrowed: 'Чем ограничена таблица',
  without: 'кроме «{value}»',
  dropCondition: 'Не отбирать по «{column}: {value}»',
  dropAll: 'Показать все',
}
