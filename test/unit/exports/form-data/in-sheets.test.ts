import path from 'node:path'
import { expect, test } from 'vitest'
import { writeReport } from '../../../../electron/exports/forms/report.ts'
import { at, BARE_STATION, FIRST_DAY, LAST_DAY, PRINTED_MS, STATION } from '../../../support/form-book.ts'
import { linesOf, openedBook } from '../../../support/xlsx.ts'
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
    const [cover, sheet] = (await openedBook(file)).sheets
    const said = JSON.stringify(linesOf(cover))
    expect(said).toContain('Asia/Yekaterinburg')
    const [headings = [], first = []] = linesOf(sheet)
    // Five hours ahead of UTC; a spreadsheet's dates are read as if they were UTC.
    expect(first[headings.indexOf('Time')]).toEqual(new Date(at(1) + 5 * 3_600_000))
  },
)
