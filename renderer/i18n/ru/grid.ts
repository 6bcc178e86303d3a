export default {
  nothing: 'Нечего показать.',
  columns: 'Выбрать столбцы',
  pin: 'Закрепить «{column}»',
  earlier: 'Передвинуть «{column}» раньше',
  later: 'Передвинуть «{column}» дальше',
  reset: 'Вернуть столбцы как были',
}
