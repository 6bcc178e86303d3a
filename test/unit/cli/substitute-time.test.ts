import { createRouterClient } from '@orpc/server'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import type { ConsumptionAmount } from '../../../electron/contract/consumption.ts'
import { readFileSync } from 'node:fs'
import { hostIn } from '../../support/backend.ts'
import { strictCsv } from '../../support/csv.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { fillPaperBook, PAPER_CLOCK, PAPER_FROM_MS, PAPER_STATION } from '../../support/paper-book.ts'
import { testFolder } from '../../support/pull.ts'
import { lastingMs, linesOf, openedBook, openSheet } from '../../support/xlsx.ts'
import { consumer, station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/**
 * How long a substitute was in use: 14 hours of one October that no situation tells of, and only the rule found in the
 * values. The form, the command, its file, the view, the lake and the window say the same; of a station of which neither
 * the log nor the rule can tell, none of them says 0.
 */

/** A station with volumes alone: there is nothing that could be replaced by a substitute. */
const UNKNOWN = 77
const SPAN = ['--from', '2026-10-01', '--to', '2026-10-31'] as const
const folder = testFolder()
const file = folder.file('paper.meterbook')

beforeAll(() => {
  const book = openBook(file, { mode: 'write', now: () => PAPER_FROM_MS })
  fillPaperBook(book)
  book.page(() => {
    book.consumers.put([consumer(5, 'Пекарня')], { energyId: null })
    book.stations.put([station({ id: UNKNOWN, name: 'ГРП-77', customerId: 5, equipmentTypeId: 77 })], PAPER_FROM_MS)
    book.channels.put([
      {
        equipmentTypeId: 77,
        archiveTypeName: null,
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName: null,
        channelVarname: 'gas_consume',
        unitName: 'м3',
      },
    ])
    const first = Date.UTC(2026, 9, 1)
    const records = Array.from({ length: 31 * 24 }, (_, hour) => ({
      atMs: first + hour * 3_600_000,
      values: { gas_consume: 10 + (hour % 5) },
    }))
    book.readings.put({ equipmentId: 1000 + UNKNOWN, archiveType: 'hourly', view: 'unified' }, records)
    book.clocks.setOfStations([PAPER_STATION, UNKNOWN], { timeZone: PAPER_CLOCK.zone, contractHour: PAPER_CLOCK.contractHour })
  })
  book.close()
})
afterAll(() => folder.remove())

async function meterbook(...args: string[]): Promise<string> {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const code = await run(args, seen)
  expect([0, 1], seen.noted.join('\n')).toContain(code)
  return seen.printed.join('\n')
}
const asked = (stationId: number) => ['--book', file, '--stations', String(stationId), ...SPAN]

/** Hours with a substitute by gas day, as each place says them; null: it cannot be told. */
const PLACES: Readonly<Record<string, (stationId: number) => Promise<Record<string, number | null>>>> = {
  async command(stationId) {
    const { amounts } = JSON.parse(await meterbook('consumption', ...asked(stationId), '--by', 'day', '--json')) as {
      amounts: ConsumptionAmount[]
    }
    return Object.fromEntries(amounts.map(({ day, substituteHours }) => [day, substituteHours]))
  },
  async file(stationId) {
    const csv = folder.file(`${stationId}.csv`)
    await meterbook('export', 'consumption', ...asked(stationId), '--by', 'day', '--plain', '--out', csv)
    const [head = [], ...rows] = strictCsv(readFileSync(csv, 'utf8'), ',')
    const place = head.findIndex((name) => name.startsWith('substitute_hours'))
    return Object.fromEntries(rows.map((row) => [row[0] ?? '', row[place] === '' ? null : Number(row[place])]))
  },
  async form(stationId) {
    const xlsx = folder.file(`${stationId}.xlsx`)
    await meterbook('report', 'consumption-daily', ...asked(stationId), '--language', 'en', '--out', xlsx)
    const rows = linesOf(openSheet(await openedBook(xlsx)))
    const place = rows.find((row) => row.includes('Substitutes'))?.indexOf('Substitutes') ?? -1
    const days = rows.flatMap((row) => (row[0] instanceof Date ? [[row[0].toISOString().slice(0, 10), row[place]] as const] : []))
    return Object.fromEntries(days.map(([day, cell]) => [day, cell === 'not evaluated' ? null : lastingMs(cell) / 3_600_000]))
  },
  async lake(stationId) {
    const lake = folder.file(`lake-${stationId}`)
    await meterbook('export', 'lake', '--book', file, '--out', lake)
    const rows = await duckRows(
      await duck(),
      `SELECT strftime(day, '%Y-%m-%d'), substitute_minutes / 60 FROM read_parquet('${lake}/consumption_day/*.parquet') WHERE station_id = ${stationId} AND day BETWEEN '2026-10-01' AND '2026-10-31'`,
    )
    return Object.fromEntries(rows.map(([day, hours]) => [String(day), hours === null ? null : Number(hours)]))
  },
  // What the lake has kept in the book.
  view(stationId) {
    const book = openBook(file, { mode: 'read', now: Date.now })
    const rows = book.db
      .prepare<[number], { day: string; hours: number | null }>(
        "SELECT day, substitute_minutes / 60.0 AS hours FROM v_consumption_day WHERE station_id = ? AND day BETWEEN '2026-10-01' AND '2026-10-31'",
      )
      .all(stationId)
    book.close()
    return Promise.resolve(Object.fromEntries(rows.map(({ day, hours }) => [day, hours])))
  },
  async window(stationId) {
    const backend = await startBackend(hostIn(folder.file('window'), { kind: 'desktop' }), { book: file, mode: 'write' })
    const { amounts } = await createRouterClient(backend.router).consumption.amounts({
      stationIds: [stationId],
      by: 'day',
      from: '2026-10-01',
      to: '2026-10-31',
      timeZone: PAPER_CLOCK.zone,
      contractHour: PAPER_CLOCK.contractHour,
    })
    await backend.close()
    return Object.fromEntries(amounts.map(({ day, substituteHours }) => [day, substituteHours]))
  },
}

test('hours that only the rule tells of are the same in each place', async () => {
  for (const [place, told] of Object.entries(PLACES)) {
    const days = await told(PAPER_STATION)
    expect({ place, days: Object.keys(days).length, on25: days['2026-10-25'], on24: days['2026-10-24'] }).toEqual({
      place,
      days: 31,
      on25: 14,
      on24: 0,
    })
  }
})

test('where neither the log nor the rule can tell, no place says that there was none', async () => {
  for (const [place, told] of Object.entries(PLACES)) {
    const days = Object.values(await told(UNKNOWN))
    expect({ place, days: days.length > 27, all: [...new Set(days)] }).toEqual({ place, days: true, all: [null] })
  }
})
