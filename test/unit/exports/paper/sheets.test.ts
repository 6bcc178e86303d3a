import { expect, test } from 'vitest'
import { documentOf } from '../../../../electron/exports/forms/pdf/layout.ts'
import { startPdf } from '../../../../electron/exports/forms/pdf/make-pdf.ts'
import type { PaperPart } from '../../../../electron/exports/forms/pdf/paper.ts'
import { pageWidth } from '../../../../electron/exports/forms/pdf/sheet.ts'
import { lanesPicture } from '../../../../electron/exports/forms/pictures/lanes.ts'
import { DAY_MS } from '../../../../electron/contract/time/units.ts'
import { allText, pdfText } from '../../../support/pdf-text.ts'
import { PAPER } from './blank-paper.ts'

/** What stays together on a sheet, what its pages are numbered by, and what fits into a column. */

const column = (header: string, weight: number, align: 'left' | 'right' = 'left') => ({ header, over: null, weight, align })
const PART: PaperPart = {
  title: 'Отчёт',
  subtitle: 'ГРП-1',
  running: 'Отчёт · ГРП-1',
  letterhead: null,
  heads: [['Прибор', 'x']],
  above: null,
  pictures: [],
  columns: [column('№', 1, 'right'), column('Сообщение', 6)],
  totals: [],
  stated: 'Сведения',
  statements: ['Всё есть.', 'Ничего не оценено.'],
  below: null,
  signatures: [{ what: 'Ответственный', name: 'Иванова А. Б.', post: 'инженер' }],
  empty: '—',
}
const row = (...cells: string[]) => ({ cells, group: null, tone: null })

test('totals, what is stated and the signatures stand on one sheet under the heads of the columns, wherever a page ends', async () => {
  const maker = startPdf(PAPER)
  const counts = Array.from({ length: 30 }, (_, at) => 18 + at)
  for (const count of counts) {
    maker.part({ ...PART, totals: [row('', `Итого ${count}`), row('', 'Среднее')] })
    for (let nth = 1; nth <= count; nth++) maker.row(row(String(nth), 'x'))
  }
  const pages = (await pdfText((await maker.finish()).pdf)).map((page) => page.flat())
  for (const count of counts) {
    const sheet = pages.find((page) => page.includes(`Итого ${count}`))
    for (const text of ['Сообщение', 'Среднее', 'Сведения', 'Ничего не оценено.', 'Ответственный', 'Иванова А. Б.'])
      expect(sheet, `${count} rows`).toContain(text)
  }
})

test('where more is stated than a sheet holds, the signatures stand under the totals and the statements after them', async () => {
  const maker = startPdf(PAPER)
  maker.part({ ...PART, totals: [row('', 'Итого')], statements: Array.from({ length: 90 }, (_, nth) => `s${nth}`) })
  for (let nth = 1; nth <= 40; nth++) maker.row(row(String(nth), 'x'))
  const pages = (await pdfText((await maker.finish()).pdf)).map((page) => page.flat())
  const sheet = pages.find((page) => page.includes('Итого')) ?? []
  expect(sheet).toContain('Иванова А. Б.')
  expect(pages.flat().filter((text) => /^s\d+$/.test(text))).toHaveLength(90)
})

test('pages are numbered for each station of a batch, and the sheets of the file beside them', async () => {
  const maker = startPdf(PAPER)
  for (const rows of [60, 1, 130]) {
    maker.part(PART)
    for (let nth = 1; nth <= rows; nth++) maker.row(row(String(nth), 'x'))
  }
  const { pdf, pages } = await maker.finish()
  const said = (await pdfText(pdf)).map((page) => page.flat().join('\n'))
  const numbers = said.map((page) => /Страница (\d+) из (\d+)/.exec(page)?.slice(1).map(Number))
  const lengths = numbers.filter((one) => one?.[0] === 1).map((one) => one?.[1] ?? 0)
  expect(lengths).toHaveLength(3)
  expect(numbers).toEqual(lengths.flatMap((all) => Array.from({ length: all }, (_, at) => [at + 1, all])))
  said.forEach((page, at) => expect(page).toContain(`лист ${at + 1} из ${pages}`))
})

test('a file of one station has one number a page', async () => {
  const maker = startPdf(PAPER)
  maker.part(PART)
  maker.row(row('1', 'x'))
  expect(allText(await pdfText((await maker.finish()).pdf))).not.toContain('лист')
})

test('neither a word of a heading nor a number of a cell is broken over lines', async () => {
  const maker = startPdf({ ...PAPER, fontSize: 9 })
  maker.part({
    ...PART,
    columns: [column('Подстановка', 1, 'right'), column('Vст, м³', 1, 'right'), column('Сообщение', 18)],
    totals: [row('', '12\u00a0345\u00a0678,12', 'Итого')],
  })
  maker.row(row('0:00', '1234567,1234', 'x'))
  const texts = (await pdfText((await maker.finish()).pdf)).flat(2).map((text) => text.replaceAll('\u00a0', ' '))
  for (const whole of ['Подстановка', '1234567,1234', '12 345 678,12']) expect(texts).toContain(whole)
})

test.each(['portrait', 'landscape'] as const)('%s: a picture is as wide as the table, however many lanes it has', (orientation) => {
  const span = { from: '2026-10-01', to: '2026-10-31', days: 31, fromMs: 0, toMs: 31 * DAY_MS }
  const lanes = Array.from({ length: 12 }, (_, nth) => ({ name: `НС ${nth}`, stretches: [{ fromMs: 0, toMs: DAY_MS, open: true }] }))
  const picture = lanesPicture(lanes, { span, gas: { zone: 'UTC', contractHour: 0 }, language: 'ru', caption: '' })
  if (!picture) throw new Error('no picture')
  const paper = { ...PAPER, orientation }
  const text = JSON.stringify(documentOf(paper, [{ part: { ...PART, pictures: [picture] }, rows: [] }], () => undefined))
  const width = Number(/"width":([\d.]+),"height":[\d.]+\}\]/.exec(text)?.[1])
  expect(width).toBeCloseTo(pageWidth(paper), 1)
})

test('what has not ended is hatched: grey on grey tells no red from a blue', () => {
  const span = { from: '2026-10-01', to: '2026-10-31', days: 31, fromMs: 0, toMs: 31 * DAY_MS }
  const picture = (open: boolean) =>
    lanesPicture([{ name: 'НС', stretches: [{ fromMs: 0, toMs: 3 * DAY_MS, open }] }], {
      span,
      gas: { zone: 'UTC', contractHour: 0 },
      language: 'ru',
      caption: '',
    })?.svg ?? ''
  // Lines over a bar that is not filled; no colour says it alone.
  const paths = (svg: string) => [...svg.matchAll(/<path d="([^"]*)"([^>]*)>/g)].map(([, d, rest]) => ({ d, rest }))
  const hatched = paths(picture(true)).filter(({ rest }) => rest?.includes('data-open'))
  expect(hatched).toHaveLength(1)
  expect(hatched[0]?.d?.match(/M/g)?.length ?? 0).toBeGreaterThan(5)
  expect(hatched[0]?.rest).toContain('fill="none"')
  expect(paths(picture(false)).some(({ rest }) => rest?.includes('data-open'))).toBe(false)
  expect(picture(true)).not.toContain('#c0392b')
})
