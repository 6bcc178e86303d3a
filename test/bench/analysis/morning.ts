import path from 'node:path'
import { digestOf } from '../../../electron/analysis/answers/digest/digest.ts'
import { healthOfAll } from '../../../electron/analysis/answers/health/keep.ts'
import type { StoredFinding } from '../../../electron/book/findings/finding-rows.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { median, type BenchOptions, type Figure } from '../measure.ts'
import { NOW_MS } from '../ui/books.ts'
import { writeFleet } from './fleet-book.ts'
import { USUAL } from './station.ts'

/** A morning of many stations: what is new since the evening before, by processor time, as a program that has just started answers it. */

const LOOKED_MS = NOW_MS - 15 * HOUR_MS
const AT_MS = NOW_MS - HOUR_MS
/** One in so many stations had corrected records, and one in so many other settings. */
const CORRECTED = 10
const SET_ANEW = 50

export async function morning(folder: string, options: BenchOptions<'analysis'>): Promise<Figure<'analysis'>[]> {
  const { turns, say } = options
  const size = options.size.morning
  const file = path.join(folder, 'morning.meterbook')
  say(`writing ${size.stations} stations with ${size.days} days …`)
  writeFleet(file, size)
  await writeNight(file)
  const costs: number[] = []
  for (let turn = 0; turn < (turns ?? size.turns); turn++) {
    const book = openBook(file, { mode: 'read', now: () => NOW_MS })
    const before = cpuMs()
    const { kinds } = await digestOf(book, { sinceMs: LOOKED_MS, usual: USUAL, nowMs: NOW_MS })
    costs.push(cpuMs() - before)
    if (turn === 0) say(kinds.map(({ kind, total }) => `${total} ${kind}`).join(', '))
    book.close()
  }
  say(`digest: ${costs.map((ms) => ms.toFixed(0)).join(', ')} ms of processor time`)
  return [{ row: 'morning.digest', value: median(costs) / 1000 }]
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Every station has a finding that lasted and ended, and two new ones; some have corrected records, some other settings. */
async function writeNight(file: string): Promise<void> {
  let nowMs = AT_MS
  const book = openBook(file, { mode: 'write', now: () => nowMs, owner: 'bench' })
  book.db.pragma('synchronous = OFF')
  const stations = book.stations.some(book.stations.ids())
  const setting = (station: number, day: string) => [
    { channelName: 'Дата следующей поверки', channelDataValue: `0${1 + (station % 9)}.01.2027`, unitName: null },
    { channelName: 'Верхняя уставка P', channelDataValue: day, unitName: 'кПа' },
  ]
  book.page(() => {
    for (const { id, equipmentId } of stations)
      if (equipmentId !== null) book.settings.putSnapshot(equipmentId, LOOKED_MS - DAY_MS, setting(id, '900'))
  })
  for (const { id, equipmentId } of stations) {
    nowMs = LOOKED_MS - HOUR_MS
    judged(book, id, nowMs, [found(id, equipmentId, 'old')])
    nowMs = AT_MS
    judged(book, id, AT_MS, [
      { ...found(id, equipmentId, 'old'), toMs: AT_MS - HOUR_MS },
      { ...found(id, equipmentId, 'new'), channelVarname: 'T', m3: id % 997 },
      { ...found(id, equipmentId, 'dumb'), rule: 'silent' },
    ])
  }
  book.page(() => {
    for (const { id, equipmentId } of stations.slice(0, stations.length / SET_ANEW))
      if (equipmentId !== null) book.settings.putSnapshot(equipmentId, AT_MS, setting(id, '950'))
    for (const { equipmentId } of stations.slice(0, stations.length / CORRECTED)) {
      if (equipmentId === null) continue
      const key = { equipmentId, archiveType: 'daily', view: 'unified' } as const
      const last = book.readings.latest(key)
      if (last) book.readings.put(key, [{ ...last, values: { ...last.values, P: 301 } }])
    }
  })
  // As the program does in the background after a download.
  await healthOfAll(book, { usual: USUAL, nowMs: NOW_MS })
  book.close()
}

const judged = (book: Book, stationId: number, judgedAtMs: number, findings: StoredFinding[]): void =>
  book.findings.replace({ stationId, judgedAtMs, basis: '{}', verdicts: '{}', findings, seen: [] })

const found = (stationId: number, equipmentId: number | null, name: string): StoredFinding => ({
  id: `${stationId}-${name}`,
  rule: 'frozen',
  flag: 3,
  stationId,
  equipmentId,
  archiveType: 'daily',
  view: 'unified',
  channelVarname: 'P',
  fromMs: LOOKED_MS - 10 * DAY_MS,
  toMs: null,
  measure: 8,
  threshold: 6,
  unit: 'days',
  m3: null,
  detail: null,
  evidence: { records: [], events: [], settings: [], sessions: [], numbers: {} },
})
