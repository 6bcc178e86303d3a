import terms from '../terms.ts'

export default {
  nothing: 'Nothing to show',
  nothingHint: 'No row belongs to what is chosen above. Another span or another choice may have some.',
  columns: 'Choose columns',
  pin: 'Pin “{column}”',
  earlier: 'Move “{column}” earlier',
  later: 'Move “{column}” later',
  reset: 'Reset columns',
  open: terms.open,
  menu: 'Menu of the cell',
  copyCell: 'Copy cell',
  copyRow: 'Copy row',
  copyRows: 'Copy {n} row | Copy {n} rows',
  only: 'Only “{value}”',
  except: 'Without “{value}”',
  export: 'Export these as {format}',
  narrowed: 'What the table is narrowed by',
  without: 'not “{value}”',
  dropCondition: 'No longer narrow by “{column}: {value}”',
  dropAll: 'Show all',
}
