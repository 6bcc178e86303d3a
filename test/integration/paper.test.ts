import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { FONT_FILES } from '../../electron/exports/forms/pdf/font-files.ts'
import { LETTER_FONTS } from '../../electron/exports/forms/pdf/letters.ts'
import { startPdf } from '../../electron/exports/forms/pdf/make-pdf.ts'
import type { FromLayout, LayoutStart, Paper, PaperPart } from '../../electron/exports/forms/pdf/paper.ts'
import { sharedSteps } from '../../electron/exports/forms/pdf/uncut.ts'
import { chartSvg } from '../../electron/exports/forms/pictures/echart.ts'

/** Pages are laid out in the sources and in the build alike: the hosts differ in nothing else. */
const main = path.resolve(import.meta.dirname, '../../out/main')

const paper: Paper = {
  language: 'ru',
  title: 'Отчёт',
  author: 'АО',
  size: 'A4',
  orientation: 'landscape',
  fontSize: 8,
  madeAtMs: 1_790_000_000_000,
  footer: ['Подвал'],
}
const svg = chartSvg(
  { xAxis: { type: 'category', data: ['а', 'б'] }, yAxis: {}, series: [{ type: 'bar', data: [1, 2] }] },
  { width: 400, height: 100 },
)
const part: PaperPart = {
  title: 'Отчёт',
  subtitle: 'ГРП-1',
  running: 'Отчёт',
  letterhead: null,
  heads: [['Прибор', 'x']],
  above: null,
  pictures: [{ key: 'chart', svg, ratio: 4, caption: 'Рисунок' }],
  columns: [
    { header: 'Время', over: null, weight: 1, align: 'left' },
    { header: 'Объём', over: 'V', weight: 1, align: 'right' },
  ],
  totals: [{ cells: ['Итого', '3'], group: null, tone: 'strong' }],
  stated: 'Сведения',
  statements: ['Всё есть.'],
  below: null,
  signatures: [{ what: 'Ответственный', name: 'И. О.', post: 'инженер' }],
  empty: '—',
}
const rows = Array.from({ length: 120 }, (_, at) => ({ cells: [`${at}:00`, String(at)], group: null, tone: null }))
const sha = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex')

test('the built thread makes the same bytes as the sources, with the fonts of the build', async () => {
  const maker = startPdf(paper, { program: path.resolve('electron/exports/forms/pdf/worker.ts') })
  maker.part(part)
  for (const row of rows) maker.row(row)
  const { pdf, pages } = await maker.finish()
  const ofBuild = (file: string) => path.join(main, 'fonts', path.basename(file))
  const faces = LETTER_FONTS.map(
    (font) => [font, { regular: ofBuild(FONT_FILES[font].regular), medium: ofBuild(FONT_FILES[font].medium) }] as const,
  )
  const fonts = Object.fromEntries(faces) as LayoutStart['fonts']
  const built = new Worker(path.join(main, 'paper.cjs'), {
    workerData: { paper, fonts, steps: sharedSteps() } satisfies LayoutStart,
    env: {},
  })
  const made = await new Promise<Extract<FromLayout, { type: 'done' }>>((resolve, reject) => {
    built.on('message', (message: FromLayout) => message.type === 'done' && resolve(message))
    built.on('error', reject)
    built.on('exit', () => reject(new Error('The thread ended before it had made the file.')))
    built.postMessage({ type: 'part', part })
    built.postMessage({ type: 'rows', rows })
    built.postMessage({ type: 'finish', rows: rows.length, replaced: [] })
  })
  expect(made.pages).toBe(pages)
  expect(sha(made.pdf)).toBe(sha(pdf))
})

test('the program survives reports that are ended at any moment, while their thread still loads too', async () => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'papers-ended.ts'), path.join(main, 'paper.cjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const { made, ended } = JSON.parse(out) as { made: number; ended: number }
  expect(made + ended).toBeGreaterThanOrEqual(15)
  expect(ended).toBeGreaterThan(0)
})

test('the program survives threads that are ended while they are in zlib', async () => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'zlib-ended.ts')], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect({ out, code, errors }).toEqual({ out: 'survived\n', code: 0, errors: '' })
})
