import { readFileSync, rmSync } from 'node:fs'
import { openBook } from '../../../electron/book/file/open.ts'

/**
 * `node bare.ts BODIES FILE`: the least that must be done with the same answers: JSON.parse and prepared inserts into
 * the same tables, one transaction a page, nothing checked. BODIES has one line a page: `{"equipmentId", "body"}`.
 * Prints the processor time of that loop alone; reading the file comes before.
 */
interface Answer {
  data: { event_time: number; channel_data: Record<string, unknown>[] }[]
}

const [bodies = '', file = ''] = process.argv.slice(2)
rmSync(file, { force: true })
const pages = readFileSync(bodies, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { equipmentId: number; body: string })
const book = openBook(file, { mode: 'write', now: Date.now })
const { db } = book

const before = process.cpuUsage()
const addSeries = db
  .prepare<[number], number>("INSERT INTO series (equipment_id, archive_type, view) VALUES (?, 'hourly', 'general') RETURNING id")
  .pluck()
const addChannel = db.prepare('INSERT INTO series_channel (series_id, position, name) VALUES (?, ?, ?)')
const addReading = db.prepare('INSERT INTO reading (series_id, at_ms, record) VALUES (?, ?, ?)')
const series = new Map<number, { id: number; positions: Map<string, number> }>()
let records = 0

function store(equipmentId: number, { data }: Answer): void {
  let known = series.get(equipmentId)
  if (!known) series.set(equipmentId, (known = { id: addSeries.get(equipmentId) ?? 0, positions: new Map() }))
  const { id, positions } = known
  for (const record of data) {
    const values: unknown[] = []
    for (const entry of record.channel_data) {
      for (const name in entry) {
        let at = positions.get(name)
        if (at === undefined) {
          at = positions.size
          positions.set(name, at)
          addChannel.run(id, at, name)
        }
        values[at] = entry[name]
      }
    }
    addReading.run(id, record.event_time * 1000, JSON.stringify(values))
    records++
  }
}

const page = db.transaction(store)
for (const { equipmentId, body } of pages) page(equipmentId, JSON.parse(body) as Answer)
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, records, pages: pages.length }))
book.close()
