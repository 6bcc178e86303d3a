import { readFileSync, writeFileSync } from 'node:fs'
import { guessMap, readFile, readSource } from '../../electron/imports/index.ts'
import { MeterbookError } from '../../electron/contract/errors.ts'
import type { ImportMap } from '../../electron/contract/import-map.ts'
import { rowXml, sheetXml, xlsxOf } from './xlsx-parts.ts'

/** Tables that somebody made to fill the memory or to take for ever, and what reading one comes to. */

const MAP: ImportMap = {
  format: 'csv',
  separator: ';',
  skipRows: 0,
  headings: true,
  content: 'readings',
  archiveType: 'hourly',
  view: 'general',
  time: { columns: [0], pattern: 'DD.MM.YYYY HH:mm', zone: 'UTC', stamp: 'end' },
  decimal: 'auto',
  columns: [{ column: 1, channel: 'P' }],
}
const TIME = '01.10.2026 10:00'

/** Reads a file as `import` does: its beginning, the map that fits by itself, and all by a map. @returns the reason of a refusal */
export async function readAll(bytes: Buffer, map: ImportMap = MAP): Promise<string> {
  try {
    const tables = await readSource(bytes, 'a')
    const own = guessMap(tables, 'a', { channels: [], stationZone: 'UTC' }).map
    for (const one of [...(own ? [own] : []), { ...map, format: tables[0]?.format ?? 'csv' }])
      await readFile(bytes, 'a', one, { zoneOfStation: 'UTC' })
    return 'read'
  } catch (error) {
    if (error instanceof MeterbookError && error.code.startsWith('IMPORT_')) return String(error.data['reason'])
    throw error
  }
}

const text =
  (before: string, after = '') =>
  (hostile: string) =>
    Buffer.from(before + hostile + after)
const xml = (path: string, before: string, after: string) => (hostile: string) => xlsxOf({ [path]: before + hostile + after })
const [sheet, strings, styles, book] = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml', 'xl/workbook.xml']
const escaped = (hostile: string) => hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const cut = (whole: string, at: string): [string, string] => [whole.slice(0, whole.indexOf(at)), whole.slice(whole.indexOf(at) + at.length)]
const around = (whole: string) => cut(whole, '@')

/** Where in a file a hostile text may stand. */
export const PLACES: Readonly<Record<string, (hostile: string) => Buffer | Promise<Buffer>>> = {
  'a whole text': text(''),
  'a cell of a CSV': text(`Время;P\n${TIME};`, '\n'),
  'a heading of a CSV': text('Время;', `\n${TIME};1\n`),
  'a time of a CSV': text('Время;P\n', ';1\n'),
  'a quoted cell of a CSV': (hostile) => text(`Время;P\n${TIME};"`, '"\n')(hostile.replaceAll('"', '""')),
  'a cell of a printed table': text(`│ Время │ P │\n│ ${TIME} │ `, ' │\n'),
  'a column parted by blanks': text(`Время             P   Q\n${TIME}  1   `, '\n'),
  'a heading of a file of our own': text(
    'time,station,equipment_serial_number,archive_type,station_id,equipment_id,unix_time,',
    '\n2026,a,1,hourly,1,1,1790000000,1\n',
  ),
  'a text of a sheet': (hostile) => xlsxOf({ [sheet]: sheetXml(rowXml(1, 'Время', 'P') + rowXml(2, TIME, escaped(hostile))) }),
  'a number of a sheet': (hostile) =>
    xlsxOf({ [sheet]: sheetXml(`${rowXml(1, 'Время', 'P')}<row r="2"><c><v>${escaped(hostile)}</v></c></row>`) }),
  'the XML of a sheet': xml(sheet, ...around(sheetXml('@'))),
  'a tag of a sheet': xml(sheet, ...around(sheetXml('<row r="1"><c @><v>1</v></c></row>'))),
  'an attribute of a sheet': xml(sheet, ...around(sheetXml('<row r="1"><c r="@"><v>1</v></c></row>'))),
  'a shared text': (hostile) => xlsxOf({ [strings]: `<sst><si><t>${escaped(hostile)}</t></si></sst>` }),
  'shared texts': xml(strings, '<sst>', '</sst>'),
  'a format': (hostile) =>
    xlsxOf({
      [styles]: `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${escaped(hostile)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
    }),
  'the list of sheets': xml(book, '<workbook><sheets>', '</sheets></workbook>'),
}

const many = (what: string, times: number): Buffer => Buffer.alloc(Buffer.byteLength(what) * times, what)
const joined = (...parts: readonly (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)))
const HEADED = `Время;P\n${TIME};1`

/** More than a computer can hold, in a file that it can: each is refused, or read within bounds. */
export const FLOODS: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  '150 million semicolons in a line': () => joined(HEADED, many(';', 150_000_000)),
  '150 million commas in a line': () => many(',', 150_000_000),
  '150 million tabs in a line': () => joined('a\tb\n', many('\t', 150_000_000)),
  '150 million bars in a line': () => joined('|a|b|\n', many('|', 150_000_000)),
  '60 million lines of a table in a line': () => joined('│a│b│\n', many('│', 60_000_000)),
  '50 million letters parted by blanks': () => joined(`Время  P\n${TIME}  `, many('a  ', 50_000_000)),
  '9,000 lines of 16,000 cells': () => joined(`${HEADED}\n`, many(`${';'.repeat(16_000)}\n`, 9000)),
  '190 million line ends': () => many('\n', 190_000_000),
  '190 million carriage returns': () => joined(HEADED, many('\r', 190_000_000)),
  '190 MB without a line end': () => joined(HEADED, many('a', 190_000_000)),
  '190 MB behind a quotation mark': () => joined(`${HEADED}\n"`, many('a;\n', 60_000_000)),
  '95 million quoted nothings': () => joined(HEADED, many('"";', 60_000_000)),
  '190 MB of UTF-16': () => joined(Buffer.from([0xff, 0xfe]), many('a\0', 95_000_000)),
  '28.8 million shared texts': () => xlsxOf({ [strings]: joined('<sst>', many('<si><t/></si>', 28_800_000), '</sst>') }),
  '9 million shared texts': () => xlsxOf({ [strings]: joined('<sst>', many('<si><t/></si>', 9_000_000), '</sst>') }),
  'a shared text of 100 MB': () => xlsxOf({ [strings]: joined('<sst><si><t>', many('a', 100_000_000), '</t></si></sst>') }),
  'a shared text of many runs': () =>
    xlsxOf({ [strings]: joined('<sst><si>', many('<r><t>aaaaaaaaaaaaaaaaaaaa</t></r>', 3_000_000), '</si></sst>') }),
  'a text of 300 MB in a cell': () =>
    xlsxOf({ [sheet]: joined('<worksheet><sheetData><row><c><v>', many('1', 300_000_000), '</v></c></row></sheetData></worksheet>') }),
  'an attribute of 300 MB': () =>
    xlsxOf({ [sheet]: joined('<worksheet><sheetData><row a="', many('1', 300_000_000), '"></row></sheetData></worksheet>') }),
  '40 million attributes': () =>
    xlsxOf({ [sheet]: joined('<worksheet><sheetData><row ', many('a="1" ', 40_000_000), '></row></sheetData></worksheet>') }),
  'a comment of 300 MB': () => xlsxOf({ [sheet]: joined('<worksheet><!--', many('a', 300_000_000), '--></worksheet>') }),
  '60 million tags within each other': () => xlsxOf({ [sheet]: joined('<worksheet>', many('<a>', 60_000_000)) }),
  '30 million cells in a row': () =>
    xlsxOf({ [sheet]: joined('<worksheet><sheetData><row>', many('<c><v>1</v></c>', 30_000_000), '</row></sheetData></worksheet>') }),
  '20 million rows of a cell': () =>
    xlsxOf({ [sheet]: joined('<worksheet><sheetData>', many('<row><c><v>1</v></c></row>', 18_000_000), '</sheetData></worksheet>') }),
  '5 million rows with a cell at their end': () =>
    xlsxOf({
      [sheet]: joined('<worksheet><sheetData>', many('<row><c r="XFD1"><v>1</v></c></row>', 5_000_000), '</sheetData></worksheet>'),
    }),
  'a sheet of 600 MB': () => xlsxOf({ [sheet]: joined('<worksheet>', many('<a/>', 150_000_000), '</worksheet>') }),
  'entities within entities': () =>
    xlsxOf({
      [sheet]: `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 12 }, (_, nth) => `<!ENTITY a${nth} "${`&a${nth - 1};`.repeat(10)}">`).join('')}]><worksheet>&a11;</worksheet>`,
    }),
  'a million sheets': () =>
    xlsxOf({ [book]: joined('<workbook><sheets>', many('<sheet name="a" r:id="rId1"/>', 1_000_000), '</sheets></workbook>') }),
  'a million styles': () =>
    xlsxOf({ [styles]: joined('<styleSheet><cellXfs>', many('<xf numFmtId="14"/>', 6_000_000), '</cellXfs></styleSheet>') }),
  'all cells of a limit': () => joined(`Время;${'P;'.repeat(19)}\n`, many(`${TIME};${'1;'.repeat(18)}\n`, 240_000)),
}

/** Started as a program of its own: `make NAME FILE` writes a flood, `read FILE` says what came of it and what memory it took, MB. */
if (process.argv[1] === import.meta.filename) {
  const [, , what, name = '', file = ''] = process.argv
  if (what === 'make') writeFileSync(file, (await FLOODS[name]?.()) ?? '')
  else console.log(JSON.stringify({ said: await readAll(readFileSync(name)), megabytes: process.resourceUsage().maxRSS / 1024 }))
}
