import path from 'node:path'
import { atMost, inTurns, median, type Bench } from '../measure.ts'
import { heapFlags, inFolder, runProgram } from '../processes.ts'
import { ROWS, writeHours } from './xlsx/book.ts'
import type { Side } from './xlsx/side.ts'

/**
 * More than 500,000 hours to a spreadsheet, from the book, beside the writer alone, which is given rows ready made, and
 * beside the fastest library that streams (hucre), which is given them too. Each side is a process of its own.
 */
const TURNS = 3
const IDLE_BYTES = 150_000_000

export const bench: Bench = async ({ turns, say }) =>
  inFolder(async (folder) => {
    const book = path.join(folder, 'hours.meterbook')
    writeHours(book)
    const script = path.join(import.meta.dirname, 'xlsx/side.ts')
    async function side(name: string): Promise<Side> {
      const done = await runProgram(process.execPath, [...heapFlags(), script, name, book, path.join(folder, `${name}.xlsx`)])
      if (done.code !== 0) throw new Error(`${name} ended with ${done.code}: ${done.stderr}`)
      const result = JSON.parse(done.stdout) as Side
      say(
        `${ROWS} rows to XLSX, ${name}: ${Math.round(result.ms)} ms (${Math.round(result.cpuMs)} of processors), ${Math.round((result.peak - result.idle) / 1e6)} MB over idle, thread held ${Math.round(result.late)} ms at most`,
      )
      return result
    }
    const pairs = await inTurns(
      turns ?? TURNS,
      () => side('ours'),
      () => side('bare'),
    )
    const hucre = await side('hucre')
    const ours = median(pairs.map(([{ ms }]) => ms))
    const over = Math.max(...pairs.map(([{ idle, peak }]) => peak - idle))
    return [
      atMost(`${ROWS} rows of a book to XLSX, times the writer alone`, median(pairs.map(([a, b]) => a.ms / b.ms)), 1.5),
      atMost(`${ROWS} rows of a book to XLSX, times the bare loop of hucre`, ours / hucre.ms, 1.5),
      atMost('resident memory over idle while 500,000 rows are written to XLSX, times 150 MB', over / IDLE_BYTES, 1),
    ]
  })
