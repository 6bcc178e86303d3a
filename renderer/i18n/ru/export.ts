export default {
  label: 'Выгрузить',
  working: 'Выгрузка…',
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  json: 'JSON',
  done: '{file}: {rows}, {size}',
  saved: '{file}: {size}',
  rows: '{n} строка | {n} строки | {n} строк',
  reveal: 'Показать в папке',
  kind: '{what}: {format}',
}
