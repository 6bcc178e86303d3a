import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { stampBounds } from '../../../electron/contract/time/stamps.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { alarm, session, station } from '../../unit/book/fixtures.ts'
import { hostWithHeap, type LittleHost } from './in-little.ts'
import { random } from '../../support/worlds/random.ts'

/**
 * A book that an older version filled with whatever the service sent: records, sessions and notes of the years 1970, 5000 and
 * 9999, at random moments, and of no moment at all. Whatever is made of it ends by itself in little memory, and says what it
 * says of the same book without them.
 */

const DAYS = 60
const TO_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS
const FROM_MS = TO_MS - DAYS * DAY_MS
/** Its hourly records are missing: something is found at whatever hour of the day this runs. */
const LOST_DAY = DAYS / 2
const STATIONS = [1, 2]
/** A heap in which nothing grows that is as long as the years in between. */
const HEAP_MB = 200
const seed = Number(process.env['METERBOOK_SEED'] ?? 20_261_124)

/** Moments that no record of a device has, Unix ms. */
function farStamps(): number[] {
  const { next } = random(seed)
  const { fromMs, toMs } = stampBounds({ nowMs: Date.now() })
  const named = [
    '9999-12-31T23:00:00Z',
    '5000-06-01T10:00:00Z',
    '1970-01-01T00:00:00Z',
    '1970-06-01T01:00:00Z',
    '1989-12-31T20:00:00Z',
    '0001-01-01T00:00:00Z',
  ].map((time) => Date.parse(time))
  const some = Array.from({ length: 20 }, () => Math.round(((next() - 0.5) * 2 * 8.64e15) / HOUR_MS) * HOUR_MS)
  return [...named, 8.64e15, -8.64e15, ...some].filter((atMs) => atMs < fromMs || atMs > toMs + DAY_MS)
}
const FAR = farStamps()

let folder: string
let host: LittleHost
const data = () => join(folder, 'data')
const fileOf = (name: string) => join(folder, name)

function fill(name: string, far: readonly number[]): void {
  const book = openBook(fileOf(name), { mode: 'write', now: Date.now })
  try {
    book.stations.put(
      STATIONS.map((id) => station({ id, lastSeanceEventMs: far[0] ?? null })),
      TO_MS,
    )
    for (const [archiveTypeVarname, channelVarname] of [
      ['hourly', 'gas_consume'],
      ['daily', 'gas_consume'],
    ] as const)
      book.channels.put([
        {
          equipmentTypeId: 1,
          archiveTypeName: null,
          archiveTypeVarname,
          telemetryTypeName: null,
          channelName: null,
          channelVarname,
          unitName: 'м3',
        },
      ])
    const span = { from: new Date(FROM_MS).toISOString().slice(0, 10), to: new Date(TO_MS - DAY_MS).toISOString().slice(0, 10) }
    for (const id of STATIONS) {
      const equipmentId = id + 1000
      for (const [archiveType, stepMs] of [
        ['hourly', HOUR_MS],
        ['daily', DAY_MS],
      ] as const) {
        const key = { equipmentId, archiveType, view: 'unified' } as const
        const times = Array.from({ length: (DAYS * DAY_MS) / stepMs }, (_, at) => FROM_MS + (at + 1) * stepMs).filter(
          (atMs) => stepMs === DAY_MS || Math.floor((atMs - FROM_MS) / DAY_MS) !== LOST_DAY,
        )
        book.readings.put(
          key,
          [...times, ...far].map((atMs) => ({ atMs, values: { gas_consume: stepMs / HOUR_MS } })),
        )
        book.coverage.mark(key, span, { fetchedAtMs: TO_MS + HOUR_MS, state: 'fetched' })
      }
      const log = { equipmentId, archiveType: 'alarm' } as const
      book.events.add(
        log,
        [...Array.from({ length: DAYS }, (_, at) => FROM_MS + at * DAY_MS), ...far].map((atMs) => alarm(atMs, '17')),
      )
      book.coverage.mark(log, span, { fetchedAtMs: TO_MS + HOUR_MS, state: 'fetched' })
      const times = [...Array.from({ length: DAYS * 4 }, (_, at) => FROM_MS + at * 6 * HOUR_MS), ...far]
      book.sessions.put(
        times.map((atMs, at) =>
          session({ id: id * 10_000 + at, telemetryId: id + 2000, atMs, btm: 50, nextSessionMs: far[at % (far.length || 1)] ?? null }),
        ),
      )
    }
    // Notes that this version would refuse, as another program or an older version wrote them.
    const note = book.db.prepare(
      `INSERT INTO note (id, station_id, from_ms, to_ms, kind, author, text, folded, written_at_ms)
       VALUES (?, 1, ?, ?, 'remark', 'x', 'far', 'far', ?)`,
    )
    for (const [at, atMs] of (far.length > 0 ? [...far, 1e17, -1e17] : []).entries())
      note.run(`note ${at}`, atMs, at % 2 === 0 ? null : atMs + HOUR_MS, TO_MS)
  } finally {
    book.close()
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-far-'))
  fill('sound.meterbook', [])
  fill('far.meterbook', FAR)
  host = hostWithHeap(HEAP_MB, data())
})
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (args: readonly string[], name = 'far') => host.run([...args, '--book', fileOf(`${name}.meterbook`)])

describe(`a book with ${FAR.length} far stamps in each archive (seed ${seed})`, () => {
  test.each([
    ...['hour', 'day', 'month', 'year'].map((by) => ['consumption', '--by', by, '--json']),
    ['findings', '--json'],
    ['health', '--json'],
    ['fleet', '--json'],
  ])('%s %s %s %s says what it says of the same book without them', async (...args) => {
    const [far, sound] = [await run(args), await run(args, 'sound')]
    expect([far.signal, far.code, far.stderr]).toEqual([sound.signal, sound.code, sound.stderr])
    expect(comparable(far.stdout)).toEqual(comparable(sound.stdout))
  })

  test.each(['status', 'check'])('%s counts them', async (command) => {
    const outcome = await run([command])
    expect([outcome.signal, outcome.stderr]).toEqual([null, ''])
    const count = (STATIONS.length * 4 * FAR.length).toLocaleString('en')
    expect(outcome.stdout).toContain(`Left out`)
    expect(outcome.stdout).toContain(`${count} records are stamped outside 1990–`)
    expect((await run([command], 'sound')).stdout).not.toContain('Left out')
  })

  test.each(['stations', 'readings', 'events', 'sessions', 'coverage', 'findings', 'notes', 'consumption', 'visits', 'changes'])(
    'export %s',
    async (kind) => {
      for (const format of ['csv', 'xlsx', 'json', 'parquet', 'pdf']) {
        const out = fileOf(`${kind}.${format}`)
        const args = kind === 'readings' ? ['--archives', 'daily', '--view', 'unified'] : []
        const { signal, code, stderr } = await run(['export', kind, ...args, '--out', out])
        // No settings were ever taken, so nothing changed.
        expect([format, signal, code, stderr.includes('unforeseen')]).toEqual([format, null, kind === 'changes' ? 1 : 0, false])
        if (format !== 'csv') continue
        // Shown as they came.
        const lines = readFileSync(out, 'utf8').trimEnd().split('\r\n').length - 1
        if (kind === 'readings') expect(lines).toBe(STATIONS.length * (DAYS + FAR.length))
        if (kind === 'sessions') expect(lines).toBe(STATIONS.length * (DAYS * 4 + FAR.length))
        if (kind === 'events') expect(lines).toBe(STATIONS.length * (DAYS + FAR.length))
        if (kind === 'notes') expect(lines).toBe(FAR.length + 2)
      }
    },
  )

  test('export sums and a lake', async () => {
    const sums = [
      'export',
      'sums',
      '--stations',
      '1',
      '--archives',
      'hourly',
      '--view',
      'unified',
      '--channel',
      'gas_consume',
      '--out',
      fileOf('sums.csv'),
    ]
    expect(await run(sums)).toMatchObject({ signal: null, code: 0 })
    expect(readFileSync(fileOf('sums.csv'), 'utf8').trimEnd().split('\r\n').length).toBeLessThan(DAYS + 4)
    expect(await run(['export', 'lake', '--out', fileOf('lake')])).toMatchObject({ signal: null, code: 0 })
    const months = readdirSync(fileOf('lake'), { recursive: true, encoding: 'utf8' }).filter((name) => /month=/.test(name))
    expect(months.length).toBeGreaterThan(0)
    expect(months.filter((name) => !/month=20\d\d-/.test(name))).toEqual([])
  })

  test.each(['consumption-monthly', 'consumption-daily', 'abnormal', 'events', 'changes', 'passport', 'visits'])(
    'report %s',
    async (form) => {
      for (const format of ['pdf', 'xlsx']) {
        const out = fileOf(`${form}.${format}`)
        const { signal, code, stderr } = await run(['report', form, '--stations', '1', '--format', format, '--out', out])
        expect([format, signal, code, stderr]).toEqual([format, null, 0, ''])
      }
    },
  )

  test('evidence of them is made and is verified', async () => {
    const out = fileOf('evidence.zip')
    expect(await run(['evidence', '--stations', '1,2', '--out', out])).toMatchObject({ signal: null, code: 0 })
    expect(await host.run(['verify', out])).toMatchObject({ signal: null, code: 0 })
  })
})

/** What is counted up to the present moment, which is another one for each run. */
const OF_NOW = new Set([
  'judgedAtMs',
  'atMs',
  'hours',
  'days',
  'times',
  'measure',
  'score',
  'daysExposed',
  'sentence',
  'silentHours',
  'silenceTimes',
])

/** Without the name of the book and what differs from second to second. */
function comparable(json: string): unknown {
  const plain = json.replaceAll(/(far|sound)\.meterbook/g, 'a.meterbook')
  return JSON.parse(plain, (key, value: unknown) => (OF_NOW.has(key) ? null : value)) as unknown
}
