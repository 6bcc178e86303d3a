import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openBook } from '../../../electron/book/index.ts'
import { inTurns, median, type Bench } from '../measure.ts'
import { inFolder, runProgram } from '../processes.ts'

/**
 * A colleague's book of many readings merged into a book with stations of its own, beside `INSERT … SELECT` of
 * the same records alone, in the same book with the same care for the disk. Each side is a process of its own.
 */
const START = Date.UTC(2025, 0, 1)

function fill(file: string, { first, stations, hours }: { first: number; stations: number; hours: number }): void {
  const book = openBook(file, { mode: 'write', now: Date.now })
  book.db.pragma('synchronous = OFF')
  const addSeries = book.db
    .prepare(`INSERT INTO series (equipment_id, archive_type, "view", records, first_ms, last_ms)
    VALUES (?, 'hourly', 'unified', ${hours}, ${START}, ${START + (hours - 1) * 3_600_000}) RETURNING id`)
    .pluck()
  const addChannel = book.db.prepare('INSERT INTO series_channel VALUES (?, ?, ?)')
  const addMinute = book.db.prepare(`INSERT INTO reading_minute VALUES (?, 0, ${hours})`)
  // As a device sends them: volumes, pressure, temperature, two counters.
  const addReadings = book.db.prepare(`
    WITH RECURSIVE h (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM h WHERE n < ${hours - 1})
    INSERT INTO reading SELECT @series, ${START} + n * 3600000,
      json_array(round((n * 7919 + @series) % 1000 / 8.0, 3), round((n * 104729) % 997 / 3.0, 3), 370 + n % 9, (n % 400) / 10.0, @series * 1000 + n) FROM h`)
  book.page(() => {
    for (let at = 0; at < stations; at++) {
      const id = first + at
      book.stations.put(
        [
          {
            id,
            name: `ГРП-${id}`,
            equipmentTypeId: 1,
            equipmentTypeVarname: null,
            equipmentBrandName: 'Флоугаз',
            phone: null,
            equipmentId: id,
            telemetryId: id,
            customerId: null,
            equipmentSerialNumber: String(id),
            statusNameValue: null,
            volumeValue: null,
            volumeUnit: null,
            pressureValue: null,
            pressureUnit: null,
            temperatureValue: null,
            temperatureUnit: null,
            lastSeanceEventMs: null,
            uid: null,
          },
        ],
        START,
      )
      const series = addSeries.get(id) as number
      ;['gas_consume', 'Vр', 'P', 'T', 'reading_value'].forEach((name, place) => addChannel.run(series, place, name))
      addMinute.run(series)
      addReadings.run({ series })
      book.coverage.mark(
        { equipmentId: id, archiveType: 'hourly', view: 'unified' },
        { from: '2025-01-01', to: '2025-12-31' },
        { fetchedAtMs: START, state: { state: 'fetched', records: 24 } },
      )
    }
  })
  book.close()
}

export const bench: Bench<'export'> = async ({ size: { merge: size }, turns, say }) =>
  inFolder(async (folder) => {
    const name = (what: string) => path.join(folder, `${what}.meterbook`)
    fill(name('mine'), { first: 1, stations: size.own, hours: size.hours })
    fill(name('theirs'), { first: 1_001, stations: size.theirs, hours: size.hours })
    const script = path.join(import.meta.dirname, 'merge/side.ts')
    async function side(what: string): Promise<{ ms: number; over: number }> {
      const file = name('book')
      for (const ending of ['', '-wal', '-shm', '.lock', '.owner']) rmSync(file + ending, { force: true })
      copyFileSync(name('mine'), file)
      const done = await runProgram(process.execPath, [script, what, file, name('theirs')])
      if (done.code !== 0) throw new Error(`${what} ended with ${done.code}: ${done.stderr}`)
      const result = JSON.parse(done.stdout) as { ms: number; over: number; records: number }
      if (result.records !== (size.theirs + size.own) * size.hours) throw new Error(`${what}: ${result.records} records`)
      say(
        `${size.theirs * size.hours} readings merged, ${what}: ${Math.round(result.ms)} ms, ${Math.round(result.over / 1e6)} MB over idle`,
      )
      return result
    }
    const pairs = await inTurns(
      turns ?? size.turns,
      () => side('ours'),
      () => side('bare'),
    )
    return [
      { row: 'merge.time', value: median(pairs.map(([a, b]) => a.ms / b.ms)) },
      { row: 'merge.memory', value: Math.max(...pairs.map(([{ over }]) => over)) / 1e6 },
    ]
  })
