import { streamXlsxRows, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { SourceCell } from '../../../electron/contract/import-map.ts'
import { openXlsx } from '../../../electron/imports/xlsx-rows.ts'
import { sheetXml, xlsxOf } from '../../support/xlsx-parts.ts'

/** Rows of spreadsheets, beside what another library reads of them. */

async function rowsOf(bytes: Buffer, sheet = 'a'): Promise<{ row: number; cells: SourceCell[] }[]> {
  const rows: { row: number; cells: SourceCell[] }[] = []
  const book = await openXlsx('a.xlsx', bytes)
  await book.visit(sheet, (row, cells) => (rows.push({ row, cells }), true))
  return rows
}
const textsOf = async (xml: string, parts: Record<string, string> = {}) =>
  (await rowsOf(await xlsxOf({ 'xl/worksheets/sheet1.xml': xml, ...parts }))).map(({ row, cells }) => [
    row,
    ...cells.map(({ text }) => text),
  ])

for (const dateSystem of ['1900', '1904'] as const)
  test(`numbers, texts, truths and dates as hucre reads them, days since ${dateSystem}`, async () => {
    const rows = [
      ['Время', 'a_x0041_b', 'ё & <b> "c"', '', null, '  x '],
      [new Date(Date.UTC(2026, 9, 1, 10)), new Date(Date.UTC(1999, 0, 31, 23, 59, 59)), 1.5, -0.25, 1e21, 5e-324],
      [],
      [true, false, null, 'a\nb', '1.50', 0],
    ]
    const bytes = Buffer.from(await writeXlsx({ dateSystem, sheets: [{ name: 'a', rows }] }))
    const theirs: unknown[][] = []
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 'a' }))
      if (values.some((value) => value !== null && value !== '')) theirs.push([index + 1, ...values])
    const ours = (await rowsOf(bytes)).map(({ row, cells }) => [row, ...cells.map(valueOf)])
    expect(ours).toEqual(theirs.map((values) => values.slice(0, values.findLastIndex((value) => value !== null) + 1)))
  })

function valueOf({ text, kind }: SourceCell): unknown {
  if (kind === 'nothing') return null
  if (kind === 'number') return Number(text)
  if (kind === 'truth') return text === 'true'
  return kind === 'date' ? new Date(`${text.replace(' ', 'T')}Z`) : text
}

test('runs of a text are joined without their pronunciation; prefixes, paths and places are read as programs write them', async () => {
  const strings = '<x:sst xmlns:x="a"><x:si><x:r><x:t>a</x:t></x:r><x:r><x:t> b</x:t></x:r><x:rPh><x:t>c</x:t></x:rPh></x:si></x:sst>'
  const rows =
    '<row><c t="s"><v>0</v></c><c t="s"><v>7</v></c></row><row r="5"><c r="C5" t="str"><f>A1</f><v>d</v></c><c t="e"><v>#N/A</v></c></row>'
  expect(await textsOf(sheetXml(rows), { 'xl/sharedStrings.xml': strings })).toEqual([
    [1, 'a b'],
    [5, '', '', 'd', '#N/A'],
  ])
})

test('what is no decimal number is a text, although the cell says that it is a number', async () => {
  const cells = ['1e400', 'NaN', '٣', '0x10', ' 1', '1e5'].map((value) => `<c><v>${value}</v></c>`).join('')
  const [only] = await rowsOf(await xlsxOf({ 'xl/worksheets/sheet1.xml': sheetXml(`<row>${cells}</row>`) }))
  expect(only?.cells.map(({ kind }) => kind)).toEqual(['text', 'text', 'text', 'text', 'text', 'number'])
})
