import Database from 'better-sqlite3'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { meterbook } from './run-cli.ts'

/** Findings on the command line: judged at the end of a download, listed, counted, with an exit code to go by. */

let folder: string
let service: DemoService
let book: string
let synced: { stdout: string; code: number | null }
const nowMs = Date.parse('2026-03-01T12:00:00Z')

interface Listed {
  total: number
  counts: { rules: { rule: string; findings: number }[] }
  findings: FindingRow[]
  exit: number
}
const listed = async (...more: string[]) => {
  const { stdout, code } = await meterbook(['findings', '--book', book, '--json', ...more], folder)
  return { code, ...(JSON.parse(stdout) as Listed) }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-findings-'))
  service = await startDemoService({ stations: 4, now: () => nowMs })
  book = join(folder, 'a.meterbook')
  synced = await meterbook(
    ['sync', '--url', service.url, '--email', service.email, '--book', book, '--from', '2026-01-01', '--to', '2026-02-15'],
    folder,
    { METERBOOK_PASSWORD: service.password },
  )
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a download judges at its end, says what was found in one line, and leaves nothing to judge', async () => {
  expect(synced.stdout).toMatch(/^Findings {2}[\d,]+ in \d stations?: /mu)
  const status = await meterbook(['status', '--book', book, '--json'], folder)
  expect(JSON.parse(status.stdout)).toMatchObject({ findings: { stations: 4, judged: 4, stale: 0 } })
  const words = await meterbook(['status', '--book', book], folder)
  expect(words.stdout).toMatch(/^Findings {6}[\d,]+ in \d stations?: /mu)
})

test('what a download brought is summed as well before it ends, and a question in SQL has nothing to say of it', async () => {
  const view = new Database(book, { readonly: true })
  const stations = (name: string) => view.prepare(`SELECT count(DISTINCT station_id) FROM ${name}`).pluck().get()
  expect([stations('v_health'), stations('v_consumption_day')]).toEqual([4, 4])
  view.close()
  const asked = await meterbook(['query', '--book', book, 'SELECT count(*) FROM v_consumption_day, v_health, v_finding'], folder)
  expect(asked.stderr).toMatch(/^1 row, \d+ ms\n$/)
  expect(synced.stdout).toMatch(/^Judged {4}and summed in \d/mu)
})

test('the list, the counts and the public view say the same', async () => {
  const { total, findings, counts, code, exit } = await listed()
  expect(total).toBeGreaterThan(0)
  expect(findings).toHaveLength(total)
  expect(counts.rules.reduce((sum, rule) => sum + rule.findings, 0)).toBe(total)
  const view = new Database(book, { readonly: true })
  expect(view.prepare('SELECT count(*) FROM v_finding').pluck().get()).toBe(total)
  view.close()
  expect(code).toBe(findings.some(({ flag }) => flag !== 3) ? 1 : 0)
  expect(exit).toBe(code)
})

test('stations, rules and days narrow it', async () => {
  const all = await listed()
  const [first] = all.findings
  if (!first) throw new Error('nothing was found')
  const some = await listed('--stations', String(first.stationId), '--rules', first.rule)
  expect(some.findings).toEqual(all.findings.filter(({ stationId, rule }) => stationId === first.stationId && rule === first.rule))
  const early = await listed('--to', '2026-01-10')
  const endMs = Date.parse('2026-01-11T00:00:00Z')
  expect(early.findings.map(({ id }) => id)).toEqual(all.findings.filter(({ fromMs }) => fromMs < endMs).map(({ id }) => id))
})

test('what is explained or wrong fails no more', async () => {
  const copy = join(folder, 'marked.meterbook')
  copyFileSync(book, copy)
  const open = openBook(copy, { mode: 'write', now: () => nowMs })
  const ids = open.findings.page({ flags: [4, 9] }, { limit: -1 }).rows.map(({ id }) => id)
  open.findings.mark(ids, 'wrong', { author: '', nowMs }, () => null)
  open.close()
  const { code, stdout } = await meterbook(['findings', '--book', copy], folder)
  expect(code).toBe(0)
  expect(stdout).not.toMatch(/ fail | missing /u)
})

test('check counts them by rule, and its exit code is of files and days alone', async () => {
  const { stdout } = await meterbook(['check', '--book', book, '--json'], folder)
  const { findings } = JSON.parse(stdout) as { findings: { total: number } }
  expect(findings.total).toBe((await listed()).total)
  const words = await meterbook(['check', '--book', book], folder)
  expect(words.stdout).toMatch(/^Findings {3}[\d,]+ in \d stations?: .*\n {11}\S.*: [\d,]+ in \d station/mu)
})

test('a rule is explained without a book; findings without a book are wrong usage', async () => {
  const { stdout, code } = await meterbook(['findings', '--explain', 'silent'], folder)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Rule .*silent.*\nFinds .*\nNeeds .*\nThresholds {2}suspect 1\.5 ×, fail 3 ×\nSources /u)
  expect((await meterbook(['findings'], folder)).code).toBe(2)
  expect((await meterbook(['findings', '--book', book, '--rules', 'nothing'], folder)).code).toBe(2)
})

test('status after a clock was set says that findings are older than it, until they are judged by it', async () => {
  const copy = join(folder, 'clock.meterbook')
  copyFileSync(book, copy)
  await meterbook(['clock', '--book', copy, '--time-zone', 'Asia/Kamchatka', '--contract-hour', '7'], folder)
  const text = await meterbook(['status', '--book', copy], folder)
  expect(text.stdout).toContain('4 of 4 stations not judged since')
  const status = await meterbook(['status', '--book', copy, '--json'], folder)
  expect(JSON.parse(status.stdout)).toMatchObject({ findings: { stations: 4, judged: 4, stale: 4 } })
})

test('one of a counted unit is said in the singular', async () => {
  const copy = join(folder, 'one.meterbook')
  copyFileSync(book, copy)
  const db = new Database(copy)
  db.exec("UPDATE finding SET unit = 'records', measure = 1")
  db.close()
  const { stdout } = await meterbook(['findings', '--book', copy], folder)
  expect(stdout).toMatch(/\b1 record\b/)
  expect(stdout).not.toMatch(/\b1 records\b/)
})
