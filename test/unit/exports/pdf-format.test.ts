import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from '../../../electron/exports/file.ts'
import { writerOf } from '../../../electron/exports/format.ts'
import { shapeFor } from '../../../electron/exports/forms/pdf/shape.ts'
import type { Column, Table } from '../../../electron/exports/table.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { allText, pdfText } from '../../support/pdf-text.ts'
import { tempFolder } from '../book/fixtures.ts'

/** Tables as PDF: what people read, whole, or no file. */

const clock = zoneClock('Europe/Moscow')
const columns: Column[] = [
  { key: 'time', header: 'Время', kind: 'time' },
  { key: 'name', header: 'Название', kind: 'text' },
  { key: 'm3', header: 'Объём, м³', kind: 'value' },
]
const table = (rows: Table['rows'], expected: number): Table => ({
  title: 'Показания',
  columns,
  rows,
  expected,
  about: [['Станции', 'ГРП-1']],
})

async function written(content: Table, { signal, ...how }: { signal?: AbortSignal; lettersSaid?: string[] } = {}) {
  const folder = tempFolder()
  const file = path.join(folder, 'a.pdf')
  const write = await writerOf('pdf')
  const writing = writeWhole(file, write(content, clock, { reader: 'people', language: 'ru', ...how }), signal)
  return { folder, file, writing }
}

test('times, texts and numbers as people read them, a column to the same decimals; every row, in order, and what it is about', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [
    Date.parse('2026-10-01T07:00:00Z') + at * 3_600_000,
    `=ГРП "${at}" 😀`,
    at === 7 ? '12.50' : at === 8 ? 3 : at - 0.5,
  ])
  const { file, writing } = await written(table(rows, 300))
  await writing
  const text = await pdfText(readFileSync(file))
  const lines = text.flat(1).filter(([first]) => /^\d\d\.\d\d\.\d{4}$/.test(first?.slice(0, 10) ?? ''))
  expect(lines).toHaveLength(300)
  expect(lines[0]?.join(' ')).toContain('01.10.2026 10:00:00')
  expect(lines[0]?.join(' ')).toMatch(/=ГРП "0".*-0,50$/)
  expect(lines[7]?.join(' ')).toMatch(/12,50$/)
  expect(lines[8]?.join(' ')).toMatch(/ 3,00$/)
  expect(allText(text)).toContain('ГРП-1')
})

test('characters that the fonts lack refuse the file until the user was told of them; then their codes are printed', async () => {
  const content = table([[Date.parse('2026-10-01T07:00:00Z'), 'ГРП 漢 ა', 1]], 1)
  const untold = await written(content, { lettersSaid: ['字'] })
  await expect(untold.writing).rejects.toMatchObject({ code: 'LETTERS_LACKING', data: { characters: '漢' } })
  expect(readdirSync(untold.folder)).toEqual([])
  for (const how of [{ lettersSaid: ['字', '漢'] }, {}]) {
    const { file, writing } = await written(content, how)
    await writing
    expect(allText(await pdfText(readFileSync(file)))).toContain('[U+6F22]')
  }
})

test('a table that is too long is refused, and nothing is left', async () => {
  function* many() {
    for (let row = 0; row < 50_001; row++) yield [row, 'x', row]
  }
  const { folder, writing } = await written(table(many(), 50_001))
  await expect(writing).rejects.toMatchObject({ code: 'TOO_MANY_ROWS', data: { most: 50_000 } })
  expect(readdirSync(folder)).toEqual([])
})

test('cancelled, it leaves nothing', async () => {
  const stop = new AbortController()
  function* rows() {
    for (let row = 0; row < 5000; row++) {
      if (row === 1000) stop.abort()
      yield [row, 'x', row]
    }
  }
  const { folder, writing } = await written(table(rows(), 5000), { signal: stop.signal })
  await expect(writing).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(readdirSync(folder)).toEqual([])
})

test('an empty table says so', async () => {
  const { file, writing } = await written(table([], 0))
  await writing
  expect(allText(await pdfText(readFileSync(file)))).toContain('Показывать нечего.')
})

test('few columns stand upright in large letters, many on a larger page in small ones', () => {
  const cells = (count: number) => Array.from({ length: count }, () => '12345678')
  expect(shapeFor(cells(3), [cells(3)])).toMatchObject({ size: 'A4', orientation: 'portrait', fontSize: 8 })
  expect(shapeFor(cells(14), [cells(14)])).toMatchObject({ size: 'A4', orientation: 'landscape' })
  expect(shapeFor(cells(28), [cells(28)])).toMatchObject({ size: 'A3', orientation: 'landscape' })
})
