import terms from '../terms.ts'

export default {
  title: 'Lake',
  folder: 'Folder of Parquet files',
  folderHint: 'Many books, accounts and laptops write into one, and DuckDB or ClickHouse reads it. Empty: none',
  example: '/mnt/lake',
  files: 'This book’s files',
  never: 'Not written yet. After each download they are brought up to date',
  changed: 'Changed {time}. After each download they are brought up to date',
  write: 'Write now',
  writing: 'Writing…',
  stop: terms.stop,
  nothing: 'Nothing has changed: {files}, {size}',
  written: '{written} of {files} written; {size} in all',
  someFiles: terms.countedFiles,
}
