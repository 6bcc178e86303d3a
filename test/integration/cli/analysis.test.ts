import Database from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepConsumption } from '../../../electron/analysis/answers/consumption/keep-all.ts'
import { healthOfAll } from '../../../electron/analysis/answers/health/keep.ts'
import { openBook } from '../../../electron/book/index.ts'
import { hoursTold } from '../../../electron/contract/known-hours.ts'
import type { ConsumptionAmount } from '../../../electron/contract/consumption.ts'
import type { HealthRow, VisitRow } from '../../../electron/contract/fleet.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { meterbook } from './run-cli.ts'

/** What the analysis says on the command line: in words, as JSON, in files, by exit codes, and in the public views. */
let folder: string
let service: DemoService
let book: string
const nowMs = Date.parse('2026-03-01T12:00:00Z')
const asked = { usual: { zone: 'UTC', contractHour: 10 }, nowMs }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-analysis-'))
  service = await startDemoService({ stations: 6, now: () => nowMs })
  book = join(folder, 'a.meterbook')
  const account = ['--url', service.url, '--email', service.email]
  const span = ['--from', '2026-01-01', '--to', '2026-02-28']
  const done = await meterbook(['sync', ...account, ...span, '--book', book, '--json'], folder, { METERBOOK_PASSWORD: service.password })
  expect(JSON.parse(done.stdout)).toMatchObject({ state: 'done' })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const json = async <T>(args: readonly string[]) => {
  const { stdout, code } = await meterbook([...args, '--book', book, '--json'], folder, { TZ: 'UTC' })
  return { code, found: JSON.parse(stdout) as T }
}

test('health and fleet say the same in words and as JSON, and the exit code tells whether somebody has to go', async () => {
  const { code, found } = await json<{ visits: (VisitRow & { sentence: string })[]; exit: number }>(['fleet'])
  expect(found.visits.length).toBeGreaterThan(0)
  expect(code).toBe(found.visits.some(({ visitClass }) => visitClass === 'A' || visitClass === 'B') ? 1 : 0)
  expect(found.exit).toBe(code)
  const text = await meterbook(['fleet', '--book', book], folder, { TZ: 'UTC' })
  expect(text.code).toBe(code)
  for (const { sentence } of found.visits) {
    // The hours of a silence go on between the two runs.
    const [begin = ''] = sentence.split(/\d/)
    expect(text.stdout).toContain(begin)
  }
  expect(text.stdout).toMatch(/^Judged: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/m)
  const health = await json<{ stations: HealthRow[] }>(['health'])
  expect(health.found.stations.length).toBeGreaterThanOrEqual(6)
  const unknown = await meterbook(['health', '--book', book, '--stations', '999'], folder)
  expect(unknown.code).toBe(2)
})

test('times of the reasons are those of the clock of the book, as in its files, and the zone is named', async () => {
  await meterbook(['clock', '--book', book, '--time-zone', 'Asia/Omsk'], folder)
  const { visits } = (await json<{ visits: (VisitRow & { sentence: string })[] }>(['fleet'])).found
  const { stdout } = await meterbook(['fleet', '--book', book], folder, { TZ: 'UTC' })
  const file = join(folder, 'visits-in-omsk.csv')
  await meterbook(['export', 'visits', '--book', book, '--out', file], folder, { TZ: 'UTC' })
  await meterbook(['clock', '--book', book, '--time-zone', 'none'], folder)
  const timed = visits.flatMap(({ sentence }) => sentence.split('; ')).filter((reason) => / at \d\d:\d\d/.test(reason))
  expect(timed.length).toBeGreaterThan(0)
  const csv = readFileSync(file, 'utf8')
  for (const reason of timed) {
    expect(csv).toContain(reason)
    expect(stdout).toContain(reason)
  }
  expect(stdout).toContain('Times: Asia/Omsk (from the book)')
})

test('consumption has the numbers of the view, and says what it lacks', async () => {
  const by = ['consumption', '--by', 'day', '--from', '2026-01-10', '--to', '2026-01-20', '--time-zone', 'UTC', '--contract-hour', '10']
  const { found, code } = await json<{ amounts: ConsumptionAmount[]; without: unknown[] }>(by)
  const open = openBook(book, { mode: 'write', now: () => nowMs })
  await healthOfAll(open, asked)
  await keepConsumption(open, open.stations.ids(), asked)
  open.close()
  const db = new Database(book, { readonly: true })
  const view = db
    .prepare<[], { day: string; volume: number; hours: number }>(
      `SELECT day, sum(volume) AS volume, sum(hours) AS hours FROM v_consumption_day
       WHERE day BETWEEN '2026-01-10' AND '2026-01-20' GROUP BY day ORDER BY day`,
    )
    .all()
  expect(found.amounts.map(({ day }) => day)).toEqual(view.map(({ day }) => day))
  found.amounts.forEach((one, at) => {
    expect(one.m3).toBeCloseTo(view[at]?.volume ?? Number.NaN, 6)
    expect(hoursTold(one)).toBe(view[at]?.hours)
  })
  const isShort = found.amounts.some(({ unknown, part }) => !part && unknown > 0)
  expect(code).toBe(isShort || found.without.length > 0 ? 1 : 0)
  // Asking again answers the same from what is kept.
  expect((await json(by)).found).toEqual(found)
  const stations = db.prepare<[], number>('SELECT count(*) FROM v_health WHERE rhythm_hours > 0').pluck().get()
  db.close()
  expect(stations).toBeGreaterThan(0)
})

test('findings, changes and quality are files, in any encoding, by any separator', async () => {
  const made = async (kind: string, ...flags: string[]) => {
    const file = join(folder, `${kind}.csv`)
    const done = await meterbook(['export', kind, '--book', book, '--out', file, ...flags], folder, { TZ: 'UTC' })
    return { ...done, bytes: done.code === 2 ? Buffer.alloc(0) : readFileSync(file) }
  }
  const { found } = await json<{ total: number }>(['findings'])
  const findings = await made('findings', '--language', 'ru', '--encoding', 'windows-1251', '--separator', 'tab')
  expect(findings.code).toBe(0)
  const text = new TextDecoder('windows-1251').decode(findings.bytes)
  expect(text.split('\r\n')[0]).toMatch(/^Оценка\tСтанция\tПравило\tВместе с ним\tУточнение\t.*Затронуто, м3/)
  expect(text.trimEnd().split('\r\n')).toHaveLength(found.total + 1)
  expect(findings.stderr).toContain('windows-1251 lacks')
  expect(findings.stderr).toContain('³')
  const changes = await made('changes', '--plain')
  expect(changes.bytes.toString().split('\r\n')[0]).toMatch(/^from_time,to_time,station,role,quantity,name,before,after/)
  const quality = await made('quality', '--plain')
  expect(quality.bytes).toEqual((await made('coverage', '--plain')).bytes)
  const refused = await made('findings', '--format', 'json', '--encoding', 'windows-1251')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('--encoding and --separator are for CSV')
})

test('the visit list and consumption are files', async () => {
  const visits = join(folder, 'visits.csv')
  expect((await meterbook(['export', 'visits', '--book', book, '--out', visits, '--language', 'ru'], folder)).code).toBe(0)
  expect(readFileSync(visits, 'utf8').split('\n')[0]).toMatch(/№;Станция;Потребитель;Координаты;Срочность;Причины;С какого/)
  const out = join(folder, 'consumption.json')
  expect((await meterbook(['export', 'consumption', '--book', book, '--by', 'month', '--out', out], folder)).code).toBe(0)
  expect(readFileSync(out, 'utf8')).toContain('"hours_expected"')
})
