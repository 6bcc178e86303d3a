import Database from 'better-sqlite3'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import type { SyncReport } from '../../../electron/cli/sync-report.ts'
import { FILE_FORMATS, FILE_KINDS } from '../../../electron/contract/files.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { dump } from './dump.ts'
import { strictCsv } from '../../support/csv.ts'
import { allText, pdfText } from '../../support/pdf-text.ts'
import { openedBook, openSheet } from '../../support/xlsx.ts'
import { meterbook, start } from './run-cli.ts'

let folder: string
let service: DemoService
let book: string
let stationIds: number[]
const span = ['--from', '2026-01-01', '--to', '2026-01-31']
const nowMs = Date.parse('2026-03-01T12:00:00Z')

const account = () => ['--url', service.url, '--email', service.email]
const password = () => ({ METERBOOK_PASSWORD: service.password })
const sync = (...more: string[]) => meterbook(['sync', ...account(), ...span, '--json', ...more], folder, password())

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-cli-'))
  service = await startDemoService({ stations: 12, now: () => nowMs })
  book = join(folder, 'a.meterbook')
  const first = await sync('--book', book, '--archives', 'reference', '--stations', '1')
  expect(first.code).toBe(1)
  expect((JSON.parse(first.stdout) as SyncReport).unknownStations).toEqual([1])
  stationIds = new Database(book, { readonly: true })
    .prepare<[], number>('SELECT id FROM v_station WHERE equipment_id IS NOT NULL AND telemetry_id IS NOT NULL LIMIT 2')
    .pluck()
    .all()
  const whole = await sync('--book', book, '--stations', stationIds.join(','))
  expect(whole.stderr).not.toContain('Missing')
  expect(JSON.parse(whole.stdout)).toMatchObject({ exit: 0, state: 'done', rejected: 0, failures: [] })
  expect(whole.code).toBe(0)
  const notes = openBook(book, { mode: 'write', now: () => nowMs })
  const about = { fromMs: nowMs, toMs: null, kind: 'seal', author: 'Ольга', text: 'Пломба 0417 цела' } as const
  notes.notes.add(stationIds[0] ?? 0, about, [], nowMs)
  notes.close()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('sync', () => {
  test('run again, it fetches only what is missing', async () => {
    const again = await sync('--book', book, '--stations', stationIds.join(','))
    const report = JSON.parse(again.stdout) as SyncReport
    expect([again.code, report.added, report.changed]).toEqual([0, 0, 0])
    expect(report.pages).toBeLessThan(5)
    expect(service.openLanes()).toEqual([])
  })

  test('a code that the channel directory does not name is asked for, and said', async () => {
    const args = ['--book', book, '--archives', 'hourly,huorly', '--stations', String(stationIds[0])]
    const done = await sync(...args)
    expect([done.code, (JSON.parse(done.stdout) as SyncReport).unknownArchives]).toEqual([1, ['huorly']])
  })

  test('the password may come by standard input, and is asked for when there is none', async () => {
    const args = ['sync', ...account(), ...span, '--book', book, '--archives', 'reference', '--stations', String(stationIds[0])]
    const piped = start(args, folder)
    piped.child.stdin.end(`${service.password}\n`)
    expect((await piped.done).code).toBe(0)
    const none = await meterbook(args, folder)
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('METERBOOK_PASSWORD')])
  })

  test('without --book the account has its own, in the local application data', async () => {
    const done = await sync('--archives', 'reference', '--stations', String(stationIds[0]))
    const { book: file } = JSON.parse(done.stdout) as SyncReport
    expect(file.startsWith(join(folder, 'books'))).toBe(true)
    expect(existsSync(file)).toBe(true)
  })

  test('a wrong password is 3 and makes no second try', async () => {
    const before = service.log.entries.length
    const done = await meterbook(['sync', ...account(), '--book', join(folder, 'b.meterbook')], folder, {
      METERBOOK_PASSWORD: 'wrong',
    })
    expect([done.code, done.stderr]).toEqual([3, expect.stringContaining('refused this email and password')])
    expect(service.log.entries.length - before).toBe(1)
    expect(done.stderr + done.stdout).not.toContain('wrong')
  })

  test('an unreachable service is 4, and so is one that is something else', async () => {
    const other = createServer((_, response) => response.end('<html>hello</html>')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const args = (address: string) => ['sync', '--url', address, '--email', 'a@b', '--book', join(folder, 'c.meterbook')]
    const stranger = await meterbook(args(url), folder, password())
    other.close()
    expect([stranger.code, stranger.stderr]).toEqual([4, expect.stringContaining('not a metering service')])
    const nobody = await meterbook(args(url), folder, password())
    expect([nobody.code, nobody.stderr]).toEqual([4, expect.stringContaining('cannot be reached')])
  })

  test('an unusable book is 5: no book, a newer one, another account’s, one in use', async () => {
    const text = join(folder, 'text.meterbook')
    writeFileSync(text, 'this is no book at all, but long enough to have a head of its own '.repeat(40))
    const noBook = await sync('--book', text)
    expect([noBook.code, noBook.stderr]).toEqual([5, expect.stringContaining('not a Meterbook book')])
    expect(readFileSync(text, 'utf8')).toMatch(/^this is no book/)

    const newer = join(folder, 'newer.meterbook')
    copyFileSync(book, newer)
    const db = new Database(newer)
    db.pragma('user_version = 9999')
    db.close()
    const newerBook = await sync('--book', newer)
    expect([newerBook.code, newerBook.stderr]).toEqual([5, expect.stringContaining('newer version')])

    const other = await meterbook(['sync', '--demo', ...span, '--book', book], folder)
    expect([other.code, other.stderr]).toEqual([5, expect.stringContaining('another account')])

    service.faults.set({ latency: { ms: 300 } })
    const first = start(['sync', ...account(), '--book', book, '--refresh', ...span], folder, password())
    await first.says('tasks')
    const second = await sync('--book', book)
    first.child.kill('SIGTERM')
    await first.done
    service.faults.clear()
    expect([second.code, second.stderr]).toEqual([5, expect.stringMatching(/being written by meterbook sync \(process \d+\)/)])
    const reader = await meterbook(['status', '--book', book], folder)
    expect(reader.code).toBe(0)
  })

  test('interrupted it ends with 130, keeps what was committed, signs out, and carries on', async () => {
    const file = join(folder, 'interrupted.meterbook')
    service.faults.set({ latency: { ms: 40 } })
    const running = start(['sync', ...account(), '--book', file, ...span, '--stations', stationIds.join(','), '--json'], folder, password())
    await running.says('records')
    running.child.kill('SIGINT')
    const done = await running.done
    service.faults.clear()
    expect([done.code, done.signal]).toEqual([130, null])
    expect(JSON.parse(done.stdout)).toMatchObject({ state: 'interrupted', exit: 130 })
    expect(service.openLanes()).toEqual([])
    const rest = await sync('--book', file, '--stations', stationIds.join(','))
    expect(rest.code).toBe(0)
    const [carriedOn, uninterrupted] = [dump(file), dump(book)]
    expect(carriedOn.integrity).toBe('ok')
    const same = isDeepStrictEqual({ ...carriedOn, stations: [] }, { ...uninterrupted, stations: [] })
    // The test's own comparison takes seconds for so many rows: it is only for saying what differs.
    if (!same) expect({ ...carriedOn, stations: [] }).toEqual({ ...uninterrupted, stations: [] })
  })

  test('a station without a device is named; asked for events by the pair, which the book cannot keep for it: exit 1', async () => {
    const many = await startDemoService({ stations: 150, now: () => nowMs })
    const [bare] = [...many.world.stations()].filter(({ equipment_id: device }) => device === null)
    if (!bare) throw new Error('the demo service has no station without a device')
    const file = join(folder, 'no-device.meterbook')
    const asked = (...more: string[]) =>
      meterbook(
        [
          'sync',
          '--url',
          many.url,
          '--email',
          many.email,
          ...span,
          '--book',
          file,
          '--archives',
          'alarm',
          '--stations',
          `${bare.id},10001`,
          ...more,
        ],
        folder,
        password(),
      )
    const plain = await asked('--json')
    const report = JSON.parse(plain.stdout) as SyncReport
    expect([plain.code, report.withoutDevice]).toEqual([0, [{ id: bare.id, name: bare.name }]])
    const byPair = await asked('--energy-varname', 'gas')
    await many.close()
    const sentence = `without equipment_id, so no readings, settings or events: ${bare.name}`
    expect([byPair.code, byPair.stdout]).toEqual([1, expect.stringContaining(sentence)])
    expect((await meterbook(['check', '--book', file], folder)).stdout).toMatch(/^No device +[2-9]\d* stations /m)
  })

  test('what fails is named, and the rest is there: exit 1', async () => {
    const file = join(folder, 'failed.meterbook')
    service.faults.set({ longSpans: { days: 0, status: 422 } })
    const done = await sync('--book', file, '--stations', stationIds.join(','), '--archives', 'hourly,sessions')
    service.faults.clear()
    const report = JSON.parse(done.stdout) as SyncReport
    expect(done.code).toBe(1)
    expect(report.failures.length).toBeGreaterThan(0)
    expect(report.failures[0]).toMatchObject({
      archiveType: 'hourly',
      sentence: expect.stringMatching(/\.$/) as string,
    })
  })
})

describe('offline', () => {
  test('status says what is in the book', async () => {
    const done = await meterbook(['status', '--book', book, '--json'], folder)
    const status = JSON.parse(done.stdout) as { counts: Record<string, number>; archives: { archiveType: string }[] }
    expect(status.counts['stations']).toBe(12)
    expect(status.counts['readings']).toBeGreaterThan(1000)
    expect(status.archives.map(({ archiveType }) => archiveType)).toContain('hourly')
    const text = await meterbook(['status', '--book', book], folder)
    expect(text.stdout).toContain(service.email)
    expect(status.counts['notes']).toBe(1)
    expect(text.stdout).toMatch(/^Notes {9}1$/m)
  })

  test('search finds Cyrillic in any case', async () => {
    const db = new Database(book, { readonly: true })
    const name = db.prepare<[], string>("SELECT name FROM v_station WHERE name GLOB '[А-Я][А-Я]*' LIMIT 1").pluck().get() ?? ''
    db.close()
    for (const typed of [name.toLowerCase(), name.toUpperCase()]) {
      const done = await meterbook(['search', '--book', book, '--json', typed], folder)
      const found = JSON.parse(done.stdout) as { stations: { name: string }[] }
      expect(found.stations.map((station) => station.name)).toContain(name)
    }
    const nothing = await meterbook(['search', '--book', book, 'нет такого нигде'], folder)
    expect([nothing.code, nothing.stdout]).toEqual([0, expect.stringContaining('Nothing in this book')])
  })

  test('check finds a sound book whole, holes by their reason, and damage', async () => {
    const sound = await meterbook(['check', '--book', book, '--json'], folder)
    expect([sound.code, (JSON.parse(sound.stdout) as { integrity: { ok: boolean } }).integrity.ok]).toEqual([0, true])
    const holed = join(folder, 'holed.meterbook')
    copyFileSync(book, holed)
    const later = ['--from', '2026-02-10', '--to', '2026-02-12', '--stations', String(stationIds[0]), '--archives', 'hourly']
    expect((await meterbook(['sync', ...account(), '--book', holed, ...later], folder, password())).code).toBe(0)
    const checked = await meterbook(['check', '--book', holed, '--json'], folder)
    expect(checked.code).toBe(1)
    expect((JSON.parse(checked.stdout) as { holes: unknown[] }).holes).toContainEqual(
      expect.objectContaining({ archiveType: 'hourly', from: '2026-02-01', to: '2026-02-09', days: 9, state: 'never' }),
    )
    // Every reason has its own word, in the list and in the sums.
    const db = new Database(holed)
    const states = db.prepare('UPDATE coverage_run SET state = ? WHERE series_id = ? AND state = 1')
    const series = db.prepare<[], number>('SELECT DISTINCT series_id FROM coverage_run WHERE state = 1').pluck().all()
    for (const [at, state] of [2, 3, 4].entries()) states.run(state, series[at])
    db.prepare('UPDATE station SET equipment_id = NULL WHERE id = (SELECT max(id) FROM station)').run()
    const nameless = db.prepare<[], string>('SELECT name FROM station WHERE equipment_id IS NULL').pluck().get()
    db.close()
    const text = await meterbook(['check', '--book', holed], folder)
    expect(text.code).toBe(1)
    expect(text.stdout).toMatch(/^Missing +days: [\d,]+ never asked, [\d,]+ failed, [\d,]+ partial$/m)
    expect(text.stdout).toMatch(/^Empty +[\d,]+ days at the service/m)
    expect(text.stdout).toMatch(new RegExp(`^No device +1 station .*${nameless}$`, 'm'))
    const reasons = (JSON.parse((await meterbook(['check', '--book', holed, '--json'], folder)).stdout) as { holes: { state: string }[] })
      .holes
    expect(new Set(reasons.map(({ state }) => state))).toEqual(new Set(['never', 'empty', 'failed', 'partial']))
    const damaged = join(folder, 'damaged.meterbook')
    const bytes = readFileSync(book)
    bytes.fill(0xaa, 4096 * 20, 4096 * 60)
    writeFileSync(damaged, bytes)
    expect((await meterbook(['check', '--book', damaged], folder)).code).toBe(6)
  })

  test('what a silent device has not transmitted is not yet transmitted, for check and for status, and not nothing', async () => {
    const file = join(folder, 'silent.meterbook')
    const [id = 0] = stationIds
    service.silences.set(id, { fromMs: Date.parse('2026-01-20T00:00:00Z'), toMs: nowMs })
    const args = ['--book', file, '--stations', String(id), '--archives', 'alarm,hourly', '--views', 'general']
    expect((await sync(...args)).code).toBe(0)
    service.silences.delete(id)
    const text = await meterbook(['check', '--book', file], folder)
    expect(text.code).toBe(1)
    expect(text.stdout).toMatch(/^Missing +days: \d+ partial, 2\d not yet transmitted$/m)
    expect(text.stdout).toMatch(/ alarm .* 2026-01-31 .*not yet transmitted$/m)
    const json = await meterbook(['check', '--book', file, '--json'], folder)
    const { holes, coverage } = JSON.parse(json.stdout) as {
      holes: { state: string; archiveType: string; to: string }[]
      coverage: { not_transmitted: number }
    }
    const awaited = holes.filter(({ state }) => state === 'not_transmitted')
    expect(awaited.map(({ archiveType, to }) => [archiveType, to])).toEqual([
      ['alarm', '2026-01-31'],
      ['hourly', '2026-01-31'],
    ])
    expect(coverage.not_transmitted).toBeGreaterThan(20)
    const status = await meterbook(['status', '--book', file], folder)
    expect(status.stdout).toContain(`${coverage.not_transmitted} not yet transmitted`)
  })

  test('every kind is exported in every format and opens again with the same rows', async () => {
    const out = join(folder, 'out')
    mkdirSync(out)
    for (const kind of FILE_KINDS) {
      const rows = new Set<number>()
      // Three days of what is long: spreadsheets and pages take a while to be made and read.
      const days = kind === 'readings' || kind === 'events' ? ['--to', '2026-01-03'] : []
      for (const format of FILE_FORMATS) {
        const file = join(out, `${kind}.${format}`)
        const args = ['export', kind, '--book', book, '--out', file, '--time-zone', 'Europe/Moscow', ...days]
        const done = await meterbook(args, folder)
        const said = kind === 'readings' ? expect.stringContaining('both views') : ''
        expect([kind, format, done.code, done.stderr]).toEqual([kind, format, 0, said])
        rows.add(format === 'pdf' ? await rowsOnPaper(file, join(out, `${kind}.csv`)) : await rowsOf(file, format))
      }
      expect([kind, rows.size]).toEqual([kind, 1])
      expect([...rows][0]).toBeGreaterThan(0)
    }
    expect(readdirSync(out)).toHaveLength(FILE_KINDS.length * FILE_FORMATS.length)
  })

  test('a CSV is for people in their language; with --plain it is the same for programs in each', async () => {
    const files = new Map<string, string>()
    for (const flags of [['ru'], ['en'], ['ru', '--plain'], ['en', '--plain']]) {
      const file = join(folder, `readings-${flags.join('')}.csv`)
      const span = ['--archives', 'daily', '--view', 'unified', '--time-zone', 'Europe/Moscow']
      const done = await meterbook(['export', 'readings', '--book', book, ...span, '--out', file, '--language', ...flags], folder)
      expect([flags, done.code, done.stderr]).toEqual([flags, 0, ''])
      files.set(flags.join(''), readFileSync(file, 'utf8'))
    }
    const [russian, english, plain] = ['ru', 'en', 'ru--plain'].map((name) => files.get(name) ?? '')
    const [ru = [], en = []] = [strictCsv(russian?.slice(1) ?? '', ';'), strictCsv(english?.slice(1) ?? '', ',')]
    const programs = strictCsv(plain ?? '', ',')
    expect(files.get('en--plain')).toBe(plain)
    expect([ru[0]?.[0], en[0]?.[0], programs[0]?.[0]]).toEqual(['Время (Europe/Moscow)', 'Time (Europe/Moscow)', 'time'])
    expect([ru[1]?.[3], en[1]?.[3], programs[1]?.[3]]).toEqual(['Суточный', 'Daily', 'daily'])
    expect(programs[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000\+03:00$/)
    // The unified view sends its values as texts; each is a number for people, with the sign of their language.
    const values = programs.slice(1).flatMap((row) => row.slice(4, -3))
    expect(values.some((value) => value.includes('.'))).toBe(true)
    expect(en.slice(1).flatMap((row) => row.slice(4, -3))).toEqual(values)
    expect(ru.slice(1).flatMap((row) => row.slice(4, -3))).toEqual(values.map((value) => value.replace('.', ',')))
  })

  test('nothing to export is said: exit 1', async () => {
    const done = await meterbook(
      ['export', 'events', '--book', book, '--from', '2020-01-01', '--to', '2020-01-02', '--out', join(folder, 'none.csv')],
      folder,
    )
    expect([done.code, done.stderr]).toEqual([1, expect.stringContaining('Nothing in the book matches')])
  })

  test('a file that cannot be written, an unknown station and a full disk', async () => {
    const to = (out: string, ...more: string[]) => meterbook(['export', 'stations', '--book', book, '--out', out, ...more], folder)
    expect((await to(join(folder, 'no', 'a.csv'))).code).toBe(2)
    expect((await to(folder)).code).toBe(2)
    expect((await to(join(folder, 'x.csv'), '--stations', '1')).code).toBe(2)
    if (process.platform === 'linux') expect((await to('/dev/full')).code).toBe(5)
  })

  test.runIf(process.platform !== 'win32')('a reader that goes away is no crash', () => {
    const cli = join(import.meta.dirname, '../../../electron/cli.ts')
    const done = spawnSync('sh', ['-c', `"$0" "$1" status --json --book "$2" | true`, process.execPath, cli, book], {
      encoding: 'utf8',
    })
    expect([done.status, done.stderr]).toEqual([0, ''])
  })
})

async function rowsOf(file: string, format: string): Promise<number> {
  if (format === 'json') return (JSON.parse(readFileSync(file, 'utf8')) as { rows: unknown[] }).rows.length
  if (format === 'csv') return readFileSync(file, 'utf8').trimEnd().split('\r\n').length - 1
  if (format === 'parquet') return Number((await parquetMetadataAsync(await asyncBufferFromFile(file))).num_rows)
  return (openSheet(await openedBook(file))?.rows.length ?? 0) - 1
}

/** How many rows of a CSV stand on paper, each by the first word of its first cell. */
async function rowsOnPaper(pdf: string, csv: string): Promise<number> {
  const squeezed = (text: string) => text.replaceAll(/\s/g, '')
  const text = squeezed(allText(await pdfText(readFileSync(pdf))))
  const [head = [], ...rows] = strictCsv(readFileSync(csv, 'utf8').slice(1), ',')
  const body = text.slice(Math.max(0, text.lastIndexOf(squeezed(head[0] ?? ''), text.indexOf(firstWord(rows[0])))))
  // Paper has the rows of each station by time, files have them by archive.
  return [...Map.groupBy(rows, firstWord)].reduce((sum, [word, same]) => sum + Math.min(same.length, body.split(word).length - 1), 0)
}

const firstWord = (row: readonly string[] = []): string => row[0]?.split(/\s/)[0] ?? ''

test('the demo in the terminal does the whole job', async () => {
  const demo = join(import.meta.dirname, '../../../electron/cli/try-demo.ts')
  const done = spawnSync(process.execPath, [demo, '--headless'], {
    encoding: 'utf8',
    env: { ...process.env, METERBOOK_DATA: folder },
  })
  expect(done.stderr).not.toContain('Missing')
  expect(done.status).toBe(0)
  const file = (name: string) => join(folder, 'headless-demo', name)
  expect(await rowsOf(file('events.xlsx'), 'xlsx')).toBe(await rowsOf(file('events.csv'), 'csv'))
  for (const name of ['demo.meterbook', 'events.csv', 'events.xlsx']) expect(done.stdout).toContain(file(name))
})

const smallDisk = join(tmpdir(), `meterbook-small-${process.pid}`)
mkdirSync(smallDisk)
const asRoot = (line: string) => spawnSync('sh', ['-c', line])
const canMount = asRoot(`mount -t tmpfs -o size=1536k tmpfs '${smallDisk}'`).status === 0
afterAll(() => {
  if (canMount) asRoot(`umount '${smallDisk}'`)
  rmSync(smallDisk, { recursive: true, force: true })
})

test.runIf(canMount)('a full disk ends a download with 5, and what was committed is sound', async () => {
  const file = join(smallDisk, 'full.meterbook')
  const done = await sync('--book', file, '--stations', stationIds.join(','))
  expect([done.code, done.stderr]).toEqual([5, expect.stringContaining('The disk is full')])
  const db = new Database(file)
  expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
  db.close()
})
