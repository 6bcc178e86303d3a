import Database from 'better-sqlite3'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { answerOfBook, blocksOf, differences, OF_THE_BOOK, questionsOf, statementsOf } from '../../support/lake-questions.ts'
import { meterbook } from './run-cli.ts'

/** Two books write into one lake; DuckDB answers the questions of docs/lake.md from it as the book does. */
let folder: string
let lake: string
let service: DemoService
let book: string
let nowMs = Date.parse('2026-03-01T12:00:00Z')
const blocks = blocksOf()
const questions = questionsOf(blocks)

const fill = (sql: string) => sql.replaceAll('LAKE', lake).replaceAll('MONTH1', '2026-01').replaceAll('MONTH2', '2026-02')

async function sync(file: string, more: readonly string[]) {
  const account = ['--url', service.url, '--email', service.email, '--book', file, '--lake', lake, '--json']
  const done = await meterbook(['sync', ...account, ...more], folder, { METERBOOK_PASSWORD: service.password })
  return JSON.parse(done.stdout) as { state: string; lake: { files: number; written: number; failure: unknown } }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-lake-'))
  lake = join(folder, 'lake of gas')
  mkdirSync(lake)
  service = await startDemoService({ stations: 6, now: () => nowMs })
  book = join(folder, 'a.meterbook')
  // The other laptop's book is older and holds a part of the same.
  const other = await sync(join(folder, 'b.meterbook'), ['--from', '2026-02-01', '--to', '2026-02-20'])
  expect(other).toMatchObject({ lake: { failure: null } })
  // The service's clock stands still in a test: the other book has fetched before.
  nowMs += 60_000
  const own = await sync(book, ['--from', '2026-01-01', '--to', '2026-02-28'])
  expect(own).toMatchObject({ state: 'done', lake: { failure: null } })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Every file of the lake with its bytes' time and place: a file that is written again differs. */
const filesOf = () =>
  readdirSync(lake, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const { mtimeMs, ino, size } = statSync(join(parentPath, name))
      return `${join(parentPath, name).slice(lake.length + 1)} ${mtimeMs} ${ino} ${size}`
    })
    .toSorted()

test('the document asks what is asked here, and the other way round', () => {
  expect(questions.map(([name]) => name).toSorted()).toEqual(Object.keys(OF_THE_BOOK).toSorted())
})

test.each(questions)('DuckDB answers as the book: %s', async (name, sql) => {
  const connection = await duck()
  for (const setUp of ['duckdb-files', 'views'])
    for (const statement of statementsOf(blocks.get(setUp) ?? '')) await connection.run(fill(statement))
  const db = new Database(book, { readonly: true })
  try {
    const wanted = answerOfBook(db, name, fill)
    expect(wanted.length).toBeGreaterThan(0)
    expect(differences(await duckRows(connection, fill(sql)), wanted)).toEqual([])
  } finally {
    db.close()
  }
})

test('consumption by gas day is that of `meterbook consumption`', async () => {
  const connection = await duck()
  for (const setUp of ['duckdb-files', 'views'])
    for (const statement of statementsOf(blocks.get(setUp) ?? '')) await connection.run(fill(statement))
  const [[station] = []] = await duckRows(connection, 'SELECT min(station_id) FROM consumption_day')
  const rows = await duckRows(
    connection,
    `SELECT day, sum(volume) FROM consumption_day WHERE station_id = ${String(station)} GROUP BY 1 ORDER BY 1`,
  )
  const { stdout } = await meterbook(['consumption', '--book', book, '--by', 'day', '--stations', String(station), '--json'], folder)
  const { amounts } = JSON.parse(stdout) as { amounts: { day: string; m3: number | null }[] }
  const said = new Map(amounts.map(({ day, m3 }) => [day, m3]))
  expect(rows.length).toBeGreaterThan(40)
  for (const [day, m3] of rows)
    expect(said.get(String(day)) ?? null).toSatisfy((other) => (m3 === null ? other === null : Math.abs(Number(other) - Number(m3)) < 1e-6))
})

test('the same book twice changes nothing, and a night rewrites its own month only', async () => {
  const before = filesOf()
  const again = await meterbook(['export', 'lake', '--book', book, '--out', lake], folder)
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain(': 0 of ')
  expect(filesOf()).toEqual(before)

  nowMs += 2 * 86_400_000
  expect(await sync(book, ['--from', '2026-01-01', '--to', '2026-03-03'])).toMatchObject({ lake: { failure: null } })
  const after = filesOf()
  const changed = after.filter((file) => !before.includes(file)).map((file) => file.split(' ')[0] ?? '')
  const months = changed.flatMap((file) => /^(?:reading|event).*month=([\d-]+)/.exec(file)?.[1] ?? [])
  // The last day of February was not over when it was asked for first.
  expect([...new Set(months)].toSorted()).toEqual(['2026-02', '2026-03'])
  expect(after.filter((file) => file.includes('month=2026-01'))).toEqual(before.filter((file) => file.includes('month=2026-01')))
})

test('the lake says whose it is and holds no half file', () => {
  const manifests = readdirSync(join(lake, '_meterbook'))
  expect(manifests).toHaveLength(2)
  const files = readdirSync(lake, { recursive: true }).map(String)
  expect(files.filter((file) => file.endsWith('.part'))).toEqual([])
  for (const manifest of manifests) {
    const { book: id, files: made } = JSON.parse(readFileSync(join(lake, '_meterbook', manifest), 'utf8')) as {
      book: string
      files: Record<string, { bytes: number }>
    }
    for (const [file, { bytes }] of Object.entries(made)) {
      expect(file).toContain(`${id}.parquet`)
      expect(statSync(join(lake, file)).size).toBe(bytes)
    }
  }
})
