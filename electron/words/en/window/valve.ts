import terms from '../terms.ts'

export default {
  title: terms.valve,
  lane: 'When the valve was shut and open',
  table: terms.table,
  shut: terms.valveShut,
  open: terms.valveOpen,
  state: terms.valve,
  from: terms.from,
  to: terms.to,
  lasting: terms.duration,
  knownTo: terms.knownUntil,
  still: 'still',
  atLeast: 'at least {length}',
}
