import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import yauzl from 'yauzl'
import { expect, test } from 'vitest'
import { startPdf } from '../../../../electron/exports/forms/pdf/make-pdf.ts'
import type { PaperPart } from '../../../../electron/exports/forms/pdf/paper.ts'
import { reportPdf, writeReport } from '../../../../electron/exports/forms/report.ts'
import { writeReportsZip } from '../../../../electron/exports/forms/reports-zip.ts'
import { allText, pdfText } from '../../../support/pdf-text.ts'
import { popplerText } from '../../../support/pdf-to-text.ts'
import { linesOf, openedBook } from '../../../support/xlsx.ts'
import { tempFolder } from '../../book/fixtures.ts'
import { PAPER } from './blank-paper.ts'
import { gasBook, moscow } from './gas-book.ts'

/** What holds of every report, whatever it is of. */

const NOW = Date.parse('2026-11-22T09:00:00Z')
const DAILY = { form: 'consumption-daily', from: '2026-10-01', to: '2026-10-05', language: 'ru', ...moscow } as const
const options = () => ({ dataFolder: tempFolder(), version: '1.2.3', nowMs: NOW })
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const PART: PaperPart = {
  title: 'Журнал',
  subtitle: 'ГРП-1',
  running: 'Журнал · ГРП-1',
  letterhead: null,
  heads: [['Прибор', 'x']],
  above: null,
  pictures: [],
  columns: ['№', 'Время', 'Сообщение'].map((header, at) => ({
    header,
    over: null,
    weight: at + 1,
    align: at === 0 ? ('right' as const) : ('left' as const),
  })),
  totals: [],
  stated: 'Сведения',
  statements: ['Всё есть.'],
  below: null,
  signatures: [],
  empty: '—',
}

test('the same report of the same moment has the same bytes, of another moment other ones; fonts are in it, and nothing else is needed', async () => {
  const book = gasBook()
  const request = { ...DAILY, stationIds: [1] }
  const [one, two] = [await reportPdf(book, request, options()), await reportPdf(book, request, options())]
  expect(sha(two.pdf)).toBe(sha(one.pdf))
  const raw = Buffer.from(one.pdf).toString('latin1')
  expect(raw.match(/\/FontFile2/g)?.length).toBe(2)
  expect(raw).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/)
  expect(raw).not.toMatch(/\/JavaScript|\/URI|\/EmbeddedFile/)
  const later = await reportPdf(book, request, { ...options(), nowMs: NOW + 1000 })
  expect(sha(later.pdf)).not.toBe(sha(one.pdf))
  expect(later.hash).toBe(one.hash)
  // Another program reads the same letters.
  const text = popplerText(one.pdf)
  if (text !== null) for (const part of ['Отчёт о параметрах газопотребления, посуточный', one.hash]) expect(text).toContain(part)
})

test('a batch: a part for each station, each on a page of its own, pages counted by station and through the file; progress grows to its end', async () => {
  const told: number[] = []
  const tell = (done: number, total: number) => void told.push(done / total)
  const { pdf, pages } = await reportPdf(gasBook({ ids: [1, 2, 3] }), { ...DAILY, stationIds: [3, 1, 2] }, { ...options(), tell })
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.at(-1)).toBe(1)
  const text = await pdfText(pdf)
  expect(pages).toBe(text.length)
  const begins = text.flatMap((page, at) =>
    page.flat().some((one) => one.includes('Отчёт о параметрах')) && page.flat().includes('Узел учёта') ? [at] : [],
  )
  expect(begins).toHaveLength(3)
  for (const [nth, name] of ['ГРП-3', 'ГРП-1', 'ГРП-2'].entries()) expect(text[begins[nth] ?? 0]?.flat().join(' ')).toContain(name)
  const own = pages - (begins[2] ?? 0)
  for (const said of [`Страница ${own} из ${own}`, `лист ${pages} из ${pages}`]) expect(allText(text.slice(-1))).toContain(said)
})

test('heads of tables stand on each page, and whose sheet it is on every further one', async () => {
  const maker = startPdf(PAPER)
  maker.part(PART)
  for (let row = 1; row <= 150; row++)
    maker.row({ cells: [String(row), '01.10.2026 10:00:00', `Сообщение ${row}`], group: null, tone: null })
  const { pdf, pages } = await maker.finish()
  const text = await pdfText(pdf)
  expect(pages).toBeGreaterThan(2)
  for (const [at, page] of text.entries()) {
    const said = page.flat()
    if (said.some((one) => one.startsWith('Сообщение '))) expect(said).toContain('Время')
    if (at > 0) expect(said.join(' ')).toContain('Журнал · ГРП-1')
  }
  const shown = text
    .flat(1)
    .filter(([first]) => /^\d+$/.test(first ?? ''))
    .map(([first]) => Number(first))
  expect(shown).toEqual(Array.from({ length: 150 }, (_, at) => at + 1))
})

test('a heading stays with its first row, and totals with each other and the row above, wherever a page ends', async () => {
  const maker = startPdf({ ...PAPER, fontSize: 9 })
  const counts = Array.from({ length: 12 }, (_, at) => 28 + at)
  for (const count of counts) {
    const totals = ['Из них', 'Итого'].map((name) => ({ cells: ['', name, String(count)], group: null, tone: null }))
    maker.part({ ...PART, statements: [], totals })
    for (let row = 1; row <= count; row++)
      maker.row({ cells: [`${row}/${count}`, '', 'x'], group: row === 28 ? `Группа ${count}` : null, tone: null })
  }
  const pages = (await pdfText((await maker.finish()).pdf)).map((page) => page.flat())
  const shown = pages.flat().filter((one) => /^\d+\/\d+$/.test(one))
  expect(shown).toEqual(counts.flatMap((count) => Array.from({ length: count }, (_, at) => `${at + 1}/${count}`)))
  for (const count of counts) {
    expect(pages.find((page) => page.includes(`Группа ${count}`))).toContain(`28/${count}`)
    const last = pages.find((page) => page.includes('Итого') && page.includes(String(count)))
    for (const text of ['Из них', `${count}/${count}`]) expect(last).toContain(text)
  }
})

test('a word longer than its column goes on in the next line, and loses nothing; so it does where the sources run', async () => {
  const long = 'ABCDEFGHIJ'.repeat(30)
  const maker = startPdf(PAPER, { program: path.resolve('electron/exports/forms/pdf/worker.ts') })
  maker.part(PART)
  maker.row({ cells: ['1', long, 'x'], group: 'Группа', tone: null })
  const text = await pdfText((await maker.finish()).pdf)
  expect(text.flat(2).join('').replaceAll(/\s/g, '')).toContain('Группа')
  const pieces = text.flat(2).filter((one) => /^[A-J]+$/.test(one))
  expect(pieces.join('')).toBe(long)
})

test('a row higher than a page goes on, on the next page where it must; so does a long text at the end, and the signatures follow it', async () => {
  const words = Array.from({ length: 1500 }, (_, at) => `w${at}`)
  const maker = startPdf(PAPER)
  const signatures = [{ what: 'Подпись', name: 'Иванов', post: '' }]
  const below = Array.from({ length: 70 }, (_, at) => `b${at}`).join('\n')
  const long = { cells: ['1', '2', words.join(' ')], group: 'Группа', tone: null }
  const columns = PART.columns.map((column) => ({ ...column, isProse: true }))
  maker.part({ ...PART, columns, below, signatures, totals: [{ cells: ['', '', 'Итого'], group: null, tone: null }] })
  maker.row(long)
  maker.row({ cells: ['2', words.slice(0, 600).join('\n'), 'x'], group: null, tone: null })
  maker.part({ ...PART, statements: Array.from({ length: 70 }, (_, at) => `s${at}`), signatures })
  const text = (await pdfText((await maker.finish()).pdf)).flat(2).flatMap((one) => one.split(' '))
  expect(text.filter((one) => /^w\d/.test(one)).toSorted()).toEqual([...words, ...words.slice(0, 600)].toSorted())
  for (const letter of ['b', 's'])
    expect(text.filter((one) => new RegExp(`^${letter}\\d`).test(one))).toEqual(Array.from({ length: 70 }, (_, at) => letter + at))
  expect(text.filter((one) => one === 'Иванов')).toHaveLength(2)
  expect(text).toContain('Итого')
})

const ALPHABETS = {
  letters: 'ж',
  marks: 'e\u0301\u0301\u0301',
  words: 'Узел учёта ',
  lines: 'a\n',
  'letters from right to left': '\u202eש',
  emoji: '👩‍👩‍👧',
}
/** A megabyte of each. Every place of a paper has another one; the night puts each in every place. */
const LONG = Object.values(ALPHABETS).map((part) => part.repeat(1_000_000 / part.length))
const IN_PLACES = process.env['METERBOOK_LONG'] === '1' ? LONG.map((long) => [long]) : [LONG]

test.each(IN_PLACES)('a megabyte of any alphabet is cut wherever it stands: the pages are few, and end', async (...texts) => {
  let place = 0
  const long = () => texts[place++ % texts.length] as string
  const maker = startPdf({ ...PAPER, title: long(), footer: [long()] })
  const columns = PART.columns.map((column) => ({ ...column, header: long(), over: null }))
  const row = () => ({ cells: ['1', long(), long()], group: long(), tone: null })
  maker.part({
    ...PART,
    title: long(),
    subtitle: long(),
    running: long(),
    heads: [[long(), long()]],
    columns,
    totals: [row()],
    statements: [long(), long()],
  })
  maker.row(row())
  const { pages } = await maker.finish()
  expect(pages).toBeLessThan(150)
})

test('cancelled while pages are laid out: the thread ends, and no file is left', async () => {
  const folder = tempFolder()
  const stop = new AbortController()
  const file = path.join(folder, 'a.pdf')
  const writing = writeReport(
    gasBook({ ids: [1, 2] }),
    { ...DAILY, stationIds: [1, 2] },
    { file, format: 'pdf' },
    { ...options(), signal: stop.signal, tell: (done, total) => done > total / 2 && stop.abort() },
  )
  await expect(writing).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(readdirSync(folder)).toEqual([])
})

test.each(['pdf', 'xlsx'] as const)('a ZIP of %s ends whenever it is stopped, and nothing is left', async (format) => {
  const folder = tempFolder()
  const book = gasBook({ ids: [1, 2] })
  const request = { ...DAILY, stationIds: [1, 2] }
  let told = 0
  await writeReportsZip(book, request, { file: path.join(folder, 'a'), format }, { ...options(), tell: () => told++ })
  for (const at of new Set([1, Math.ceil(told / 2), told])) {
    const stop = new AbortController()
    let nth = 0
    const tell = () => ++nth === at && stop.abort()
    const writing = writeReportsZip(book, request, { file: path.join(folder, 'b'), format }, { ...options(), signal: stop.signal, tell })
    await expect(writing).rejects.toMatchObject({ code: 'CANCELLED' })
  }
  expect(readdirSync(folder)).toEqual(['a'])
})

test('a form of the user’s own: its title, its columns in its order, its decimals and texts', async () => {
  const dataFolder = tempFolder()
  mkdirSync(path.join(dataFolder, 'forms'))
  const text = `title: {en: Short, ru: Краткий}
data: consumption
columns:
  - key: standard
    title: {en: Gas, ru: Газ}
    decimals: 0
  - period
totals: false
signatures: []
texts:
  above: {en: Over, ru: Над таблицей}
  below: {en: Under, ru: Под таблицей}
`
  writeFileSync(path.join(dataFolder, 'forms', 'краткий.yaml'), text)
  const { pdf } = await reportPdf(gasBook(), { ...DAILY, form: 'краткий', stationIds: [1] }, { ...options(), dataFolder })
  const lines = (await pdfText(pdf)).flat(1)
  expect(lines).toContainEqual(['Газ, м³', 'Газовые сутки'])
  expect(lines.filter(([, day]) => day === '03.10.2026')[0]?.[0]).toMatch(/^\d{4}$/)
  const said = lines.flat().join(' ')
  for (const part of ['Краткий', 'Над таблицей', 'Под таблицей']) expect(said).toContain(part)
  for (const part of ['Итого', 'Ответственный']) expect(said).not.toContain(part)
})

test('as a spreadsheet: unrounded numbers, a sheet to say what it is about, the hash of the evidence', async () => {
  const book = gasBook({ ids: [1, 2] })
  const file = path.join(tempFolder(), 'a.xlsx')
  const { hash, pages } = await writeReport(book, { ...DAILY, stationIds: [1] }, { file, format: 'xlsx' }, options())
  expect(pages).toBeNull()
  const cells = (await openedBook(file)).sheets.flatMap((sheet) => linesOf(sheet).flat())
  expect(cells.some((cell) => typeof cell === 'string' && cell.includes(hash))).toBe(true)
  const mean = book.db
    .prepare(
      "SELECT avg(value) FROM v_reading WHERE equipment_id = 1001 AND channel = 'P' AND event_time > 1790838000 AND event_time <= 1790838000 + 86400",
    )
    .pluck()
    .get() as number
  expect(cells.some((cell) => typeof cell === 'number' && Math.abs(cell - mean) < 1e-9)).toBe(true)
})

test('a file a station is a ZIP, each a PDF of its own', async () => {
  const book = gasBook({ ids: [1, 2] })
  const file = path.join(tempFolder(), 'a.zip')
  const { pages, bytes } = await writeReportsZip(book, { ...DAILY, stationIds: [1, 2] }, { file, format: 'pdf' }, options())
  expect(readFileSync(file)).toHaveLength(bytes)
  const entries = await new Promise<Map<string, Buffer>>((resolve, reject) => {
    const found = new Map<string, Buffer>()
    yauzl.open(file, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            found.set(entry.fileName, Buffer.concat(chunks))
            zip.readEntry()
          })
        }),
      )
      zip.on('end', () => resolve(found))
      zip.readEntry()
    })
  })
  expect([...entries.keys()]).toEqual(['ГРП-1.pdf', 'ГРП-2.pdf'])
  const texts = await Promise.all([...entries.values()].map((pdf) => pdfText(pdf)))
  expect(texts.flat()).toHaveLength(pages ?? -1)
  expect(allText(texts[1] ?? [])).toContain('ГРП-2')
})
