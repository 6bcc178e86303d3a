import path from 'node:path'
import { inTurns, median, type Bench } from '../measure.ts'
import { heapFlags, inFolder, runProgram } from '../processes.ts'
import { writeHours } from './xlsx/book.ts'
import type { Side } from './xlsx/side.ts'

/**
 * Hours of stations to a spreadsheet, from the book, beside the writer alone, which is given rows ready made, and
 * beside the fastest library that streams (hucre), which is given them too. Each side is a process of its own.
 */
export const bench: Bench<'export'> = async ({ size: { xlsx: size }, turns, say }) =>
  inFolder(async (folder) => {
    const book = path.join(folder, 'hours.meterbook')
    writeHours(book, size)
    const rows = size.stations * size.hours
    const script = path.join(import.meta.dirname, 'xlsx/side.ts')
    async function side(name: string): Promise<Side> {
      const done = await runProgram(process.execPath, [...heapFlags(), script, name, book, path.join(folder, `${name}.xlsx`), String(rows)])
      if (done.code !== 0) throw new Error(`${name} ended with ${done.code}: ${done.stderr}`)
      const result = JSON.parse(done.stdout) as Side
      say(
        `${rows} rows to XLSX, ${name}: ${Math.round(result.ms)} ms (${Math.round(result.cpuMs)} of processors), ${Math.round((result.peak - result.idle) / 1e6)} MB over idle, thread held ${Math.round(result.late)} ms at most`,
      )
      return result
    }
    const pairs = await inTurns(
      turns ?? size.turns,
      () => side('ours'),
      () => side('bare'),
    )
    const hucre = await side('hucre')
    const ours = median(pairs.map(([{ ms }]) => ms))
    const over = Math.max(...pairs.map(([{ idle, peak }]) => peak - idle))
    return [
      { row: 'xlsx.writer', value: median(pairs.map(([a, b]) => a.ms / b.ms)) },
      { row: 'xlsx.hucre', value: ours / hucre.ms },
      { row: 'xlsx.memory', value: over / 1e6 },
    ]
  })
