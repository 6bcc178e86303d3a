import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeWhole } from '../../../electron/exports/file.ts'
import { xlsxStream } from '../../../electron/exports/formats/xlsx.ts'
import type { Cell, Column } from '../../../electron/exports/table.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { csvByPython, hasPython } from '../../support/readers.ts'

/** LibreOffice, where this machine has it: the program that people without Excel open our workbooks with. */

const hasOffice = hasPython && spawnSync('soffice', ['--version']).status === 0
if (!hasOffice) process.stderr.write('skipped: no LibreOffice, workbooks are read back by libraries and Python only\n')

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'meterbook-office-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Each sheet as LibreOffice shows it: commas, quotes around texts, UTF-8, cells as shown, every sheet a file. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true,false,false,false,-1'

function sheetsByOffice(file: string): Map<string, string[][]> {
  const done = spawnSync(
    'soffice',
    [`-env:UserInstallation=file://${join(folder, 'profile')}`, '--headless', '--convert-to', AS_CSV, '--outdir', folder, file],
    { encoding: 'utf8' },
  )
  expect(done.status, done.stderr).toBe(0)
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  return new Map(names.map((name) => [name.slice('a-'.length, -'.csv'.length), csvByPython(join(folder, name))]))
}

const TEXTS = [
  '1e5',
  '007',
  '1,5',
  '=1+1',
  '@SUM(A1)',
  '-1+1',
  'TRUE',
  '2026-01-31',
  '31.01.2026',
  '1/2',
  '123456789012345678',
  '7707083893',
  '+79161234567',
  '12%',
  "'quoted",
  'say "no"',
  '<b>&amp;</b>',
  ' before',
  'after ',
  'a\nb',
  'газ 🔥',
  '_x0041_',
]

test.skipIf(!hasOffice)('LibreOffice shows the texts, the numbers and the times that were written', async () => {
  const columns: Column[] = [
    { key: 'text', header: 'Text', kind: 'text' },
    { key: 'code', header: 'Code', kind: 'code' },
    { key: 'at', header: 'At', kind: 'time' },
    { key: 'value', header: 'Value', kind: 'value', within: 'values' },
  ]
  const atMs = Date.parse('2026-03-29T00:30:00Z')
  const numbers = [0, -0.25, 12.5, 1e15, 0.1, 123_456.789]
  const rows: Cell[][] = TEXTS.map((text, at) => [text, text, atMs + at * 3_600_000, numbers[at] ?? null])
  const table = { title: 'T', expected: null, about: [['Formula', '=1+1']] as [string, string][], columns, rows }
  const file = join(folder, 'a.xlsx')
  await writeWhole(file, xlsxStream(table, zoneClock('Europe/Berlin'), { reader: 'people', language: 'en' }))

  const sheets = sheetsByOffice(file)
  expect([...sheets.keys()].sort()).toEqual(['About', 'T'])
  const [head, ...shown] = sheets.get('T') ?? []
  expect(head).toEqual(['Text', 'Code', 'At', 'Value'])
  expect(shown.map((row) => row.slice(0, 2))).toEqual(TEXTS.map((text) => [text, text]))
  // Clocks go forward after the first of them.
  expect(shown.map(([, , at]) => at)).toEqual(TEXTS.map((_, at) => `2026-03-29 ${String(at === 0 ? 1 : at + 2).padStart(2, '0')}:30:00`))
  expect(shown.map(([, , , value]) => value)).toEqual(
    TEXTS.map((_, at) => ['0', '-0.25', '12.5', '1000000000000000', '0.1', '123456.789'][at] ?? ''),
  )
  expect(sheets.get('About')?.find(([name]) => name === 'Formula')).toEqual(['Formula', '=1+1'])
})
