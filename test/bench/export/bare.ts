import Database from 'better-sqlite3'
import { closeSync, openSync, writeSync } from 'node:fs'

/** The floor where there is no sqlite3: the rows of a question as CSV, in a loop. Arguments: file, SQL, target. */
const [file = '', sql = '', target = ''] = process.argv.slice(2)
const db = new Database(file, { readonly: true })
const question = db.prepare<[], unknown[]>(sql)
const out = openSync(target, 'w')
const field = (cell: unknown): string => {
  if (cell === null) return ''
  const text = String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
writeSync(
  out,
  `${question
    .columns()
    .map(({ name }) => field(name))
    .join(',')}\n`,
)
let block = ''
for (const row of question.raw().iterate()) {
  block += `${row.map(field).join(',')}\n`
  if (block.length < 1 << 18) continue
  writeSync(out, block)
  block = ''
}
writeSync(out, block)
closeSync(out)
db.close()
