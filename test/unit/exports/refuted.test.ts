import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exportTo } from '../../../electron/exports/index.ts'
import type { ExportHow } from '../../../electron/exports/request.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { guessMap, readSource } from '../../../electron/imports/index.ts'
import { strictCsv } from '../../support/csv.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { BEGIN_MS, CLOCK, m3Of, NOW, TROUBLES, writeTrouble } from '../../support/troubles.ts'
import { linesOf, openedBook } from '../../support/xlsx.ts'
import { tempBook, tempFolder } from '../book/fixtures.ts'

/** Files of readings where values do not count: people read which and why, programs get what was sent. */

const HOW: ExportHow = { format: 'csv', reader: 'people', language: 'en', timeZone: 'Europe/Moscow' }
const WHY = 'Vpriv: the counter rose by another amount'

/** Hours 98 to 103 of the month, of which 100 and 101 are refuted. */
async function written(how: Partial<ExportHow>, name = 'and a counter (case 14)', hours = [98, 103]): Promise<string> {
  const book = tempBook(() => NOW)
  writeTrouble(book, 1, TROUBLES.find((one) => one.name.includes(name)) as (typeof TROUBLES)[number])
  const file = `${tempFolder()}/out.${how.format ?? 'csv'}`
  const [fromMs = 0, toMs = 0] = hours.map((hour) => BEGIN_MS + (hour + 1) * HOUR_MS)
  await exportTo(
    book,
    { kind: 'readings', ...HOW, ...how, stationIds: [1], archiveTypes: ['hourly'], view: 'general', channels: ['Vpriv'], fromMs, toMs },
    file,
  )
  return file
}
const lines = (file: string, separator: ',' | ';' = ',') => strictCsv(readFileSync(file, 'utf8').replace('\uFEFF', ''), separator)

test('CSV and XLSX for people: a column says which value does not count and why, and the value stays as it was sent', async () => {
  const [head = [], ...rows] = lines(await written({}))
  const place = head.indexOf('Not counted')
  expect(rows.map((row) => row[place])).toEqual(['', '', WHY, WHY, '', ''])
  expect(rows.map((row) => row[head.findIndex((one) => one.includes('Vpriv'))])[2]).toBe('186227.087')
  const workbook = await openedBook(await written({ format: 'xlsx' }))
  const sheet = workbook.sheets.flatMap(linesOf)
  expect(sheet.filter((line) => line.includes(WHY) && line.includes(186_227.087))).toHaveLength(2)
  const inRussian = lines(await written({ language: 'ru' }), ';')
  expect(inRussian[0]).toContain('Не учтено')
  expect(inRussian[3]).toContain('Vpriv: счётчик показывает другой расход')
})

test('on paper it stands in brackets, and the total is without it', async () => {
  const text = (await pdfText(readFileSync(await written({ format: 'pdf' })))).flat().map((line) => line.join(' '))
  expect(text.filter((line) => line.includes('[186227.087]') && line.includes(WHY))).toHaveLength(2)
  const total = [98, 99, 102, 103].reduce((sum, hour) => sum + m3Of(hour), 0)
  expect(text.find((line) => line.startsWith('Total'))).toContain(total.toFixed(3))
})

test('for programs, and where every value counts, there is no such column', async () => {
  expect(lines(await written({ reader: 'programs' }))[0]).not.toContain('refuted')
  expect(readFileSync(await written({ format: 'json' }), 'utf8')).not.toContain('refuted')
  expect(lines(await written({}, undefined, [10, 20]))[0]).not.toContain('Not counted')
  expect(lines(await written({}, 'nothing is wrong'))[0]).not.toContain('Not counted')
})

test('a file that says so comes back as it was sent, without that column', async () => {
  for (const how of [{}, { language: 'ru' }, { format: 'xlsx' }] as const) {
    const bytes = readFileSync(await written(how))
    const name = `out.${'format' in how ? how.format : 'csv'}`
    const { map } = guessMap(await readSource(bytes, name), name, { channels: [], stationZone: CLOCK.zone })
    expect(map?.columns.map(({ channel }) => channel)).toEqual(['Vpriv'])
  }
})
