export default {
  title: 'Valve',
  lane: 'When the valve was shut and open',
  table: 'Table',
  shut: 'shut',
  open: 'open',
  state: 'Valve',
  from: 'From',
  to: 'To',
  lasting: 'Duration',
  knownTo: 'Known until',
  still: 'still',
  atLeast: 'at least {length}',
}
