import terms from '../terms.ts'

export default {
  title: terms.valve,
  lane: 'Когда клапан был закрыт и открыт',
  table: terms.table,
  shut: terms.valveShut,
  open: terms.valveOpen,
  state: terms.valve,
  from: terms.from,
  to: terms.to,
  lasting: terms.duration,
  knownTo: terms.knownUntil,
  still: 'до сих пор',
  atLeast: 'не менее {length}',
}
