export default {
  nothing: 'Nothing to show.',
  columns: 'Choose columns',
  pin: 'Pin “{column}”',
  earlier: 'Move “{column}” earlier',
  later: 'Move “{column}” later',
  reset: 'Reset columns',
}
