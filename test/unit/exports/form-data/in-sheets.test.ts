import path from 'node:path'
import { expect, test } from 'vitest'
import { writeReport } from '../../../../electron/exports/forms/report.ts'
import { at, BARE_STATION, FIRST_DAY, LAST_DAY, PRINTED_MS, STATION } from '../../../support/form-book.ts'
import { cellAt, linesOf, openedBook, openSheet, tableOf } from '../../../support/xlsx.ts'
import { tempFolder } from '../../book/fixtures.ts'
import { formBook } from './made.ts'

/** Reports as spreadsheets. */

test.each([[[STATION]], [[STATION, BARE_STATION]]])(
  'times are by the clock of the station, as its title block says: stations %j',
  async (stationIds) => {
    const book = formBook()
    book.clocks.setOfStations([STATION], { timeZone: 'Asia/Yekaterinburg', contractHour: 12 })
    const folder = tempFolder()
    const file = path.join(folder, 'a.xlsx')
    await writeReport(
      book,
      { form: 'events', stationIds, from: FIRST_DAY, to: LAST_DAY, language: 'en', timeZone: 'Europe/Moscow', contractHour: 10 },
      { file, format: 'xlsx' },
      { dataFolder: folder, version: '0.0.0', nowMs: PRINTED_MS },
    )
    const [sheet] = (await openedBook(file)).sheets
    expect(JSON.stringify(linesOf(sheet))).toContain('Asia/Yekaterinburg')
    const [headings = [], first = []] = tableOf(sheet)
    // Five hours ahead of UTC; a spreadsheet's dates are read as if they were UTC.
    expect(first[headings.indexOf('Time')]).toEqual(new Date(at(-5) + 5 * 3_600_000))
  },
)

test.each([[[STATION]], [[STATION, BARE_STATION]]])(
  'the sheet that opens begins with the title block of the form, and has one table below: stations %j',
  async (stationIds) => {
    const folder = tempFolder()
    const file = path.join(folder, 'a.xlsx')
    await writeReport(
      formBook(),
      { form: 'events', stationIds, from: FIRST_DAY, to: LAST_DAY, language: 'en', timeZone: 'Europe/Moscow', contractHour: 10 },
      { file, format: 'xlsx' },
      { dataFolder: folder, version: '0.0.0', nowMs: PRINTED_MS },
    )
    const book = await openedBook(file)
    const sheet = openSheet(book)
    expect(sheet).toBe(book.sheets[0])
    const lines = linesOf(sheet)
    expect(lines[0]).toHaveLength(1)
    expect(lines.map(([name]) => name)).toEqual(expect.arrayContaining(['Consumer', 'Metering unit', 'Period', 'Completeness']))
    const top = lines.findIndex((line) => line.includes('Message'))
    // An empty row, the headings, and nothing but rows of the table.
    expect(lines[top - 1]).toEqual([])
    expect(sheet?.autoFilter?.range).toMatch(new RegExp(`^A${top + 1}:H${lines.length}$`))
    expect(cellAt(sheet, `A${top + 2}`).value).not.toBeNull()
  },
)
