import terms from '../terms.ts'

export default {
  label: 'Виды',
  title: terms.savedViews,
  current: terms.viewNamed,
  changed: terms.changedIt,
  none: 'Вид хранит под своим именем отбор таблицы, её столбцы и порядок строк.',
  apply: 'Показать «{name}»',
  rename: 'Переименовать «{name}»',
  remove: terms.deleteNamed,
  removed: 'Вид «{name}» удалён.',
  undo: 'Вернуть',
  name: 'Имя вида',
  save: terms.save,
  saveAs: terms.saveAs,
  update: 'Сохранить изменения в «{name}»',
  replace: 'Заменить',
  taken: 'Так называется другой вид.',
  exists: 'Вид с таким именем уже есть: он будет заменён.',
}
