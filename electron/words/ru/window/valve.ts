export default {
  title: 'Клапан',
  lane: 'Когда клапан был закрыт и открыт',
  table: 'Таблица',
  shut: 'закрыт',
  open: 'открыт',
  state: 'Клапан',
  from: 'С',
  to: 'По',
  lasting: 'Длительность',
  knownTo: 'Известно по',
  still: 'до сих пор',
  atLeast: 'не менее {length}',
}
