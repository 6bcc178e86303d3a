import { zoneClock } from '../../contract/time/zone.ts'
import { withoutNoise } from '../../contract/units.ts'
import { wordsOf } from '../../words/program.ts'
import type { Cell, Column, Row, Table } from '../table.ts'
import type { FormContent, FormSource } from './content.ts'

/** A report as a table for spreadsheets: numbers as they are, not as they are rounded on paper. */

/** @param about lines about the whole report, which stand on each page of it on paper */
export function reportTable(source: FormSource, contents: readonly FormContent[], about: readonly string[]): Table {
  const { form, language } = source
  const { forms } = wordsOf(language)
  const isBatch = contents.length > 1
  const whole: Table = {
    title: form.title[language],
    columns: [...(isBatch ? [stationColumn(forms.heads.unit)] : []), ...columnsOf(contents[0])],
    rows: rowsOf(contents, isBatch),
    expected: contents.reduce((sum, { expected }) => sum + expected, 0),
    about: [
      ...contents.flatMap((content) => aboutPart(content, isBatch, forms.stated)),
      ...about.map((line) => [forms.madeBy, line] as const),
    ],
    head: headOf(contents[0]),
  }
  if (!isBatch) return { ...whole, ...clockOf(contents[0]) }
  return { ...whole, apart: contents.map((content) => sheetOf(content, forms.stated)) }
}

/** The title block of a part. */
const headOf = (content: FormContent | undefined): NonNullable<Table['head']> =>
  (content?.heads ?? []).map(({ name, value }) => [name, value] as const)

/** A station on a sheet of its own: its columns name its own units. */
const sheetOf = (content: FormContent, stated: string): Table => ({
  title: content.title,
  columns: columnsOf(content),
  rows: rowsOf([content], false),
  expected: content.expected,
  about: aboutPart(content, false, stated),
  head: headOf(content),
  ...clockOf(content),
})

/** A part is by the clock of its station, which its title block names: as on paper. */
const clockOf = (content: FormContent | undefined): Pick<Table, 'clock'> =>
  content?.timeZone === undefined ? {} : { clock: zoneClock(content.timeZone) }

const stationColumn = (header: string): Column => ({ key: 'station', kind: 'text', header })

const columnsOf = (content: FormContent | undefined): Column[] =>
  (content?.columns ?? []).flatMap(({ key, header, over, kind, show, inSheets }): Column[] => {
    const whole = over === undefined ? header : `${over}: ${header}`
    if (inSheets)
      return inSheets.map((part) => ({ key: part.key, kind: 'value', header: part.header === header ? whole : `${whole}: ${part.header}` }))
    return [{ key, kind, header: whole, ...(show ? { show } : {}) }]
  })

function* rowsOf(contents: readonly FormContent[], withStation: boolean): Generator<Row> {
  for (const { title, columns, rows, totals } of contents) {
    const lead: Cell[] = withStation ? [title] : []
    const own = (cells: Row) =>
      columns.flatMap(({ inSheets }, at): Row => (inSheets ? inSheets.map(({ of }) => of(cells[at])) : [cells[at]]))
    for (const list of [rows, totals])
      for (const { cells, group } of list) {
        if (group !== undefined) yield [...lead, group]
        if (cells.length > 0) yield [...lead, ...own(cells).map((cell) => (typeof cell === 'number' ? withoutNoise(cell) : cell))]
      }
  }
}

const aboutPart = ({ title, heads, statements }: FormContent, isBatch: boolean, stated: string) => {
  const named = (name: string) => (isBatch ? `${title}: ${name}` : name)
  return [
    ...heads.map(({ name, value }) => [named(name), value] as const),
    ...statements.map((statement) => [named(stated), statement] as const),
  ]
}
