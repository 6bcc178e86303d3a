import path from 'node:path'
import { openBook } from '../../../electron/book/index.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { inTurns, median, type Bench } from '../measure.ts'
import { heapFlags, inFolder, runProgram } from '../processes.ts'

/**
 * Hours to PDF, from the book, beside pdfmake alone, which is given the same texts ready made. Memory is said
 * for both and has no target: pdfmake holds a document whole.
 */
const FROM = Date.parse('2025-01-01T07:00:00Z')

export const bench: Bench<'export'> = async ({ size: { pdf: size }, turns, say }) =>
  inFolder(async (folder) => {
    const book = path.join(folder, 'year.meterbook')
    writeHours(book, size.rows)
    const csv = path.join(folder, 'texts.csv')
    const script = path.join(import.meta.dirname, 'pdf/side.ts')
    async function side(name: string, out: string): Promise<Side> {
      const done = await runProgram(process.execPath, [...heapFlags(), script, name, book, out, csv])
      if (done.code !== 0) throw new Error(`${name} ended with ${done.code}: ${done.stderr}`)
      const made = JSON.parse(done.stdout) as Side
      if (name !== 'texts') say(`${size.rows} rows to PDF, ${name}: ${Math.round(made.ms)} ms, ${Math.round(made.over / 1e6)} MB over idle`)
      return made
    }
    await side('texts', csv)
    const file = (name: string) => path.join(folder, `${name}.pdf`)
    const pairs = await inTurns(
      turns ?? size.turns,
      () => side('ours', file('ours')),
      () => side('bare', file('bare')),
    )
    return [{ row: 'pdf.time', value: median(pairs.map(([a, b]) => a.ms / b.ms)) }]
  })

/** What a side prints: its time, and the resident bytes at most beyond those before it began. */
interface Side {
  ms: number
  over: number
}

function writeHours(file: string, count: number): void {
  const book = openBook(file, { mode: 'write', now: () => FROM })
  const nothing = {
    phone: null,
    telemetryId: null,
    customerId: null,
    statusNameValue: null,
    volumeValue: null,
    volumeUnit: null,
    pressureValue: null,
    pressureUnit: null,
    temperatureValue: null,
    temperatureUnit: null,
    lastSeanceEventMs: null,
    uid: null,
  }
  book.stations.put(
    [
      {
        id: 1,
        name: 'GRP-1',
        equipmentTypeId: 1,
        equipmentTypeVarname: 'x',
        equipmentBrandName: 'X',
        equipmentId: 1001,
        equipmentSerialNumber: '12345678',
        ...nothing,
      },
    ],
    FROM,
  )
  const rows = Array.from({ length: count }, (_, hour) => ({
    atMs: FROM + (hour + 1) * HOUR_MS,
    values: {
      Vpriv: (hour * 7) % 101,
      Vwork: (hour * 6) % 97,
      VNakpriv: 1_000_000 + hour * 50,
      P: 300 + (hour % 50) / 10,
      T: (hour % 40) - 15.5,
    },
  }))
  book.page(() => book.readings.put({ equipmentId: 1001, archiveType: 'hourly', view: 'general' }, rows))
  book.close()
}
