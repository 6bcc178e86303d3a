export default {
  label: 'Export',
  working: 'Exporting…',
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  json: 'JSON',
  done: '{file}: {rows}, {size}',
  saved: '{file}: {size}',
  rows: '{n} row | {n} rows',
  reveal: 'Show in folder',
  kind: '{what} as {format}',
}
