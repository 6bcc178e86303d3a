import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import type { ImportOutcome } from '../../../electron/contract/imports.ts'
import { attacks } from '../../support/attacks.ts'
import { testFolder } from '../../support/pull.ts'
import { rowXml, sheetXml, xlsxOf } from '../../support/xlsx-parts.ts'
import { station } from '../book/fixtures.ts'
import { seenTerminal } from '../cli/seen-terminal.ts'

/** Files of which a part is no number: nothing is left out without a word, and no word becomes a value. */

const NOW = Date.UTC(2026, 9, 20)
const folder = testFolder()
const book = folder.file('book.meterbook')
beforeAll(() => {
  const made = openBook(book, { mode: 'write', now: () => NOW })
  made.page(() => made.stations.put([station({ id: 1, equipmentId: 11, equipmentTypeId: 1 })], NOW))
  made.close()
})
afterAll(() => folder.remove())

type Said = ImportOutcome & { exit: number }
async function imported(name: string, bytes: Buffer | string, ...more: string[]): Promise<{ said: Said; text: string }> {
  const file = folder.file(name)
  writeFileSync(file, bytes)
  const printed = async (...asked: string[]) => {
    const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
    await run(['import', file, '--book', book, '--station', '1', ...more, ...asked], seen)
    return seen.printed.join('\n')
  }
  return { text: await printed(), said: JSON.parse(await printed('--json')) as Said }
}

const HOURS = 24
const hours = (volume: (hour: number) => string): string[][] =>
  Array.from({ length: HOURS }, (_, hour) => [`01.10.2026 ${String(hour).padStart(2, '0')}:00`, '310,25', volume(hour)])
const HEADS = ['Время', 'Давление, кПа', 'Объём стандартный, м3']
const asCsv = (rows: readonly string[][]): string => [HEADS, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\n')
const asXlsx = (rows: readonly string[][]): Promise<Buffer> =>
  xlsxOf({ 'xl/worksheets/sheet1.xml': sheetXml([HEADS, ...rows].map((cells, nth) => rowXml(nth + 1, ...cells)).join('')) })

const NO_NUMBERS = [
  '---',
  'нет связи',
  '1e400',
  'NaN',
  '٣',
  '0x10',
  'Infinity',
  '-',
  'н/д',
  '#N/A',
  '1_000',
  '½',
  '１２',
  '1,2,3',
  '12:00',
  '5 м3',
  '0b1',
  '+-1',
  '1e',
  'e5',
]

for (const [format, made] of [
  ['csv', asCsv],
  ['xlsx', asXlsx],
] as const) {
  attacks(
    5,
    `half of the volumes of a ${format} are no number`,
    NO_NUMBERS.map((cell, nth) => ({
      name: cell,
      isDaily: nth === 0 && format === 'csv',
      run: async () => {
        const rows = await made(hours((hour) => (hour % 2 ? cell : `${hour},5`)))
        const { said, text } = await imported(`half-${nth}.${format}`, rows, '--dry-run')
        expect(said.archives.map(({ added, same }) => added + same)).toEqual([HOURS])
        expect(said.noNumbers).toEqual([{ channel: 'gas_consume', cells: HOURS / 2, example: cell }])
        expect(said.unread).toEqual([])
        expect(text).toContain(`12 cells of gas_consume, such as '${cell}', are no number and were left out`)
        expect(said.first.flatMap(({ values }) => values.map((value) => value.text))).not.toContain(cell)
      },
    })),
  )
  attacks(
    5,
    `all volumes of a ${format} are no number`,
    NO_NUMBERS.map((cell, nth) => ({
      name: cell,
      isDaily: nth === 0 && format === 'csv',
      run: async () => {
        const rows = await made(hours(() => cell))
        const refused = await imported(`all-${nth}.${format}`, rows)
        expect(refused.said.unread).toEqual([{ column: HEADS[2], cells: HOURS }])
        expect([refused.said.exit, refused.said.isDryRun]).toEqual([1, true])
        expect(refused.text).toContain(`Column not read: ${HEADS[2]} (24 cells)`)
      },
    })),
  )
}

test('what was found is brought in with --yes, and what is no number is in no record', async () => {
  const { said } = await imported('yes.csv', asCsv(hours(() => 'нет связи')), '--yes')
  expect([said.exit, said.isDryRun, said.archives.map(({ added, same }) => added + same)]).toEqual([0, false, [HOURS]])
  const opened = openBook(book, { mode: 'read', now: () => NOW })
  expect(opened.db.prepare('SELECT DISTINCT channel, value FROM v_reading').all()).toEqual([{ channel: 'P', value: '310.25' }])
  opened.close()
})
