import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import pdfmake from 'pdfmake'
import { openBook } from '../../../../electron/book/index.ts'
import { exportTo } from '../../../../electron/exports/index.ts'
import { peakBytes } from '../../processes.ts'
import { strictCsv } from '../../../support/csv.ts'

/** One side of the bench, in a process of its own: `ours` a book's hours to PDF, `bare` pdfmake given the same texts. */
const [name = '', book = '', out = '', csv = ''] = process.argv.slice(2)
const hours = {
  kind: 'readings',
  stationIds: [1],
  archiveTypes: ['hourly'],
  view: 'general',
  reader: 'people',
  language: 'en',
  timeZone: 'Europe/Moscow',
} as const

async function ours(): Promise<number> {
  const opened = openBook(book, { mode: 'read', now: () => Date.now() })
  const begunMs = performance.now()
  await exportTo(opened, { ...hours, format: 'pdf' }, out)
  const ms = performance.now() - begunMs
  opened.close()
  return ms
}

async function bare(): Promise<number> {
  const [header = [], ...rows] = strictCsv(readFileSync(csv, 'utf8').slice(1), ',')
  const fonts = path.join(path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto')
  const begunMs = performance.now()
  const [normal, bold] = [path.join(fonts, 'Roboto-Regular.ttf'), path.join(fonts, 'Roboto-Medium.ttf')]
  pdfmake.setFonts({ Roboto: { normal, bold } })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => true)
  const made = await pdfmake
    .createPdf({
      pageSize: 'A4',
      pageOrientation: 'landscape',
      defaultStyle: { fontSize: 6 },
      footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'right' }),
      content: [
        {
          table: { headerRows: 1, dontBreakRows: true, widths: header.map(() => '*'), body: [header, ...rows] },
          layout: 'lightHorizontalLines',
        },
      ],
    })
    .getBuffer()
  writeFileSync(out, made)
  return performance.now() - begunMs
}

/** The texts for the bare side, outside of what is measured. */
async function texts(): Promise<number> {
  const opened = openBook(book, { mode: 'read', now: () => Date.now() })
  const { rows } = await exportTo(opened, { ...hours, format: 'csv' }, out)
  opened.close()
  return rows
}

const sides: Readonly<Record<string, () => Promise<number>>> = { ours, bare, texts }
const idle = process.memoryUsage.rss()
const ms = await sides[name]?.()
process.stdout.write(JSON.stringify({ ms, over: peakBytes() - idle }))
