import { startPdf } from '../../electron/exports/forms/pdf/make-pdf.ts'
import type { Paper, PaperPart } from '../../electron/exports/forms/pdf/paper.ts'

/**
 * Begins reports and ends them, at moments from their beginning to their end: run by `paper.test.ts`, which sees it
 * survive. Its argument is the thread's program: the build's, whose modules are one large one.
 */

const ROUNDS = process.env['METERBOOK_LONG'] === '1' ? 80 : 15
const [, , program = ''] = process.argv
const paper: Paper = {
  language: 'ru',
  title: 'Отчёт',
  author: 'АО',
  size: 'A4',
  orientation: 'landscape',
  fontSize: 8,
  madeAtMs: 0,
  footer: [''],
}
const part: PaperPart = {
  title: 'Отчёт',
  subtitle: '',
  running: '',
  letterhead: null,
  heads: [],
  above: null,
  pictures: [],
  columns: [{ header: 'Время', over: null, weight: 1, align: 'left' }],
  totals: [],
  stated: '',
  statements: [],
  below: null,
  signatures: [],
  empty: '—',
}

function begin(signal?: AbortSignal) {
  const maker = startPdf(paper, { signal, program })
  maker.part(part)
  for (let at = 0; at < 200; at++) maker.row({ cells: [String(at)], group: null, tone: null })
  return maker
}

const beganMs = performance.now()
await begin().finish()
const wholeMs = performance.now() - beganMs
const ends = { made: 0, ended: 0 }
for (let round = 0; round < ROUNDS; round++) {
  const stop = new AbortController()
  const maker = begin(stop.signal)
  const made = maker.finish().then(
    () => 'made' as const,
    () => 'ended' as const,
  )
  setTimeout(() => stop.abort(), (wholeMs * round) / ROUNDS)
  ends[await made]++
  await maker.close()
}
console.log(JSON.stringify(ends))
