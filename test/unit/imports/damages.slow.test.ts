import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { IMPORT_ENCODINGS, IMPORT_SEPARATORS, type ImportMap } from '../../../electron/contract/import-map.ts'
import { guessMap, LAYOUTS, readFile, readSource } from '../../../electron/imports/index.ts'
import { spg761Book } from '../../support/spg761-book.ts'
import { zipped } from '../../support/xlsx-parts.ts'

/** Each fixture, damaged in 200 ways: records or a failure with a code, and no exception of another kind. */

const FOLDER = join(import.meta.dirname, '../../fixtures/imports')
const DAMAGES = 200
const NOW = Date.parse('2026-11-30T00:00:00Z')
const fixtures = readdirSync(FOLDER).filter((name) => !name.endsWith('.yaml'))

/** Numbers that are the same in each run. */
function dice(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

function damaged(whole: Buffer, seed: number): Buffer {
  const roll = dice(seed + 1)
  const bytes = Buffer.from(whole)
  const at = roll(bytes.length)
  const length = 1 + roll(Math.min(400, bytes.length - at))
  switch (seed % 7) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    case 2:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
    case 3:
      return bytes.fill(roll(256), at, at + length)
    case 4:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from('";\r\n\t,|│'.repeat(1 + roll(5))), bytes.subarray(at)])
    case 5:
      return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)])
    default:
      for (let nth = 0; nth < 20; nth++) bytes[roll(bytes.length)] = roll(256)
      return bytes
  }
}

async function outcomeOf(bytes: Buffer, name: string): Promise<'records' | 'none' | 'refused'> {
  const known = LAYOUTS.find((layout) => name.startsWith(layout.name))?.map
  try {
    const guess = guessMap(await readSource(bytes, name), name, { channels: [], stationZone: 'Europe/Berlin' })
    const map = guess.map ?? known
    if (!map) return 'none'
    const { readings, events } = await readFile(bytes, name, map, { zoneOfStation: 'Europe/Berlin', nowMs: NOW })
    return readings.length + events.length > 0 ? 'records' : 'none'
  } catch (error) {
    if (error instanceof MeterbookError && error.code.startsWith('IMPORT_')) return 'refused'
    throw error
  }
}

test.each(fixtures)('%s', async (name) => {
  const whole = readFileSync(join(FOLDER, name))
  const outcomes: Record<string, number> = {}
  for (let seed = 0; seed < DAMAGES; seed++) {
    const outcome = await outcomeOf(damaged(whole, seed), name)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  // Most damages spoil a few rows alone; a damage that no file survives would say that nothing was tried.
  expect(outcomes['records'] ?? 0).toBeGreaterThan(DAMAGES / 10)
})

test('maps of other files: records, rows that are named, or a failure with a code', async () => {
  const books = [
    ...fixtures.map((name) => ({ name, bytes: readFileSync(join(FOLDER, name)) })),
    { name: 'a.xlsx', bytes: await spg761Book() },
  ]
  const outcomes = new Set<string>()
  for (let seed = 0; seed < 1000; seed++) {
    const roll = dice(seed)
    const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T
    const { map } = pick(LAYOUTS)
    const { name, bytes } = pick(books)
    const changed: ImportMap = {
      ...map,
      format: pick([map.format, name.endsWith('.xlsx') ? 'xlsx' : pick(['csv', 'fixed'] as const)]),
      encoding: pick([undefined, ...IMPORT_ENCODINGS]),
      separator: pick([undefined, map.separator, ...IMPORT_SEPARATORS, ' ', '%']),
      sheet: pick([undefined, '*', 'Сутки', 'x']),
      skipRows: roll(8),
      headings: pick([true, false]),
      decimal: pick(['.', ',', 'auto']),
      archiveType: pick(['hourly', 'daily', 'monthly', 'decade']),
      time: {
        ...map.time,
        columns: pick([map.time.columns, [roll(4)], [roll(3), roll(3)]]),
        pattern: pick([map.time.pattern, 'unix', 'iso', '[DD.]MM.YYYY', '((((', 'YYYY-MM-DD[ HH[:mm[:ss]]]', String.raw`\\`]),
        zone: pick(['station', 'Europe/Berlin', '+14:00', 'Mars']),
        stamp: pick(['end', 'start']),
      },
      columns: pick([map.columns, [{ column: roll(9), channel: 'P', unit: pick(['бар', 'x']), sentUnit: 'кПа' }]]),
    }
    try {
      const { readings, events } = await readFile(bytes, name, changed, { zoneOfStation: 'Europe/Berlin', nowMs: NOW })
      outcomes.add(readings.length + events.length > 0 ? 'records' : 'none')
    } catch (error) {
      if (!(error instanceof MeterbookError)) throw error
      outcomes.add(String(error.data['reason']))
    }
  }
  for (const met of ['records', 'none', 'column', 'sheet', 'zone', 'pattern', 'separator', 'stamp', 'unit', 'no-xlsx', 'no-text'])
    expect(outcomes).toContain(met)
})

test('a spreadsheet: its ZIP', async () => {
  const whole = await spg761Book()
  for (let seed = 0; seed < DAMAGES; seed++) await outcomeOf(damaged(whole, seed), 'logika-spg761-days.xlsx')
  expect(await outcomeOf(whole, 'logika-spg761-days.xlsx')).toBe('records')
})

test('a spreadsheet: what lies in it', async () => {
  const parts = await unzipped(await spg761Book())
  const outcomes: Record<string, number> = {}
  for (let seed = 0; seed < DAMAGES; seed++) {
    const which = seed % parts.length
    const book = await zipped(
      parts.map(({ name, bytes }, nth) => ({ name, bytes: nth === which ? damaged(bytes, Math.floor(seed / parts.length)) : bytes })),
    )
    const outcome = await outcomeOf(book, 'logika-spg761-days.xlsx')
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  expect(Object.keys(outcomes)).toContain('refused')
  expect(outcomes['records'] ?? 0).toBeGreaterThan(DAMAGES / 10)
})

async function unzipped(bytes: Buffer): Promise<{ name: string; bytes: Buffer }[]> {
  const zip = await fromBufferPromise(bytes)
  const parts: { name: string; bytes: Buffer }[] = []
  for await (const entry of zip.eachEntry())
    parts.push({ name: entry.fileName, bytes: await buffer(await zip.openReadStreamPromise(entry)) })
  return parts
}

test('more than two million lines are said, not read', async () => {
  const rows = Buffer.from('01.10.2026 10:00;1\n'.repeat(2_000_001))
  const map = {
    format: 'csv',
    separator: ';',
    skipRows: 0,
    headings: false,
    content: 'readings',
    archiveType: 'hourly',
    view: 'general',
    decimal: '.',
  } as const
  const time = { columns: [0], pattern: 'DD.MM.YYYY HH:mm', zone: 'UTC', stamp: 'end' } as const
  const read = readFile(rows, 'a.csv', { ...map, time, columns: [{ column: 1, channel: 'P' }] }, { zoneOfStation: 'UTC', nowMs: NOW })
  await expect(read).rejects.toMatchObject({ code: 'IMPORT_TOO_LARGE', data: { reason: 'rows', most: 2_000_000 } })
})
