import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linesOfLog } from '../../../electron/backend/logged/log-file.ts'
import { readLog } from '../../../electron/backend/logged/read-log.ts'
import { openProgramLog } from '../../../electron/backend/program-log.ts'

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'program-log-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))
const at = Date.UTC(2026, 10, 26, 8)
const open = () => openProgramLog({ dataFolder, who: 'web', nowMs: () => at })
const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n')

test('a line is one JSON object with its moment, who wrote it and its facts', () => {
  const log = open()
  log.write('info', 'book-opened', { bytes: 3 })
  log.write('error', 'failed', { code: 'DISK_FULL' })
  const both = linesOf(log.file).map((line) => JSON.parse(line) as unknown)
  const common = { at: '2026-11-26T08:00:00.000Z', who: 'web', pid: process.pid }
  expect(both).toEqual([
    { ...common, level: 'info', what: 'book-opened', bytes: 3 },
    { ...common, level: 'error', what: 'failed', code: 'DISK_FULL' },
  ])
  if (process.platform !== 'win32') expect(statSync(log.file).mode & 0o777).toBe(0o600)
})

test('a log of 1 MiB goes on in a new file, and the fourth before it is let go', () => {
  const log = open()
  for (let n = 0; n < 5; n++) {
    log.write('info', `number-${n}`)
    writeFileSync(log.file, `${readFileSync(log.file, 'utf8')}${'x'.repeat(1024 * 1024)}`)
  }
  log.write('info', 'last')
  expect(linesOf(log.file)).toHaveLength(1)
  const before = [1, 2, 3].map((n) => (JSON.parse(linesOf(`${log.file}.${n}`)[0] ?? '') as { what: string }).what)
  expect(before).toEqual(['number-4', 'number-3', 'number-2'])
  expect(existsSync(`${log.file}.4`)).toBe(false)
})

test.skipIf(process.platform === 'win32')('a link in its place is not written through, and nothing is thrown', () => {
  const log = open()
  log.write('info', 'first')
  rmSync(log.file)
  const other = path.join(dataFolder, 'other')
  writeFileSync(other, 'mine')
  symlinkSync(other, log.file)
  log.write('info', 'second')
  expect(readFileSync(other, 'utf8')).toBe('mine')
})

test.skipIf(process.platform === 'win32')(
  'a pipe, another name of a file, a link in place of the folder: nothing is written, nothing waits',
  () => {
    const log = open()
    log.write('info', 'first')
    rmSync(log.file)
    execFileSync('mkfifo', [log.file])
    log.write('info', 'second')
    rmSync(log.file)
    const other = path.join(dataFolder, 'other')
    writeFileSync(other, 'mine')
    linkSync(other, log.file)
    log.write('info', 'third')
    expect(readFileSync(other, 'utf8')).toBe('mine')
    rmSync(path.dirname(log.file), { recursive: true })
    const elsewhere = path.join(dataFolder, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, path.dirname(log.file))
    log.write('info', 'fourth')
    expect(readdirSync(elsewhere)).toEqual([])
  },
)

test('a folder that is a file is silence', () => {
  writeFileSync(path.join(dataFolder, 'logs'), '')
  expect(() => open().write('error', 'failed')).not.toThrow()
  expect(readLog(dataFolder)).toEqual([])
})

test('several programs at once: each line is whole, and none is lost in a rotation', async () => {
  const writer = path.join(import.meta.dirname, '../../support/log-writer.ts')
  const children = [1, 2, 3].map((n) => spawn(process.execPath, [writer, dataFolder, String(n)], { stdio: 'ignore' }))
  const codes = await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as [number])[0]))
  expect(codes).toEqual([0, 0, 0])
  const lines = linesOfLog(dataFolder).map((line) => JSON.parse(line) as { writer: number; n: number })
  const seen = new Set(lines.map(({ writer: who, n }) => `${who} ${n}`))
  expect(lines).toHaveLength(3 * 4000)
  expect(seen.size).toBe(3 * 4000)
  expect(readdirSync(path.join(dataFolder, 'logs')).length).toBeGreaterThan(1)
})

test('a line of before that holds what may not be there is made safe as it is read', () => {
  const log = open()
  log.write('info', 'first')
  writeFileSync(
    log.file,
    [
      '{"at":"2026-11-26T08:00:00.000Z","level":"info","who":"Anna","pid":1,"what":"Anna Petrova","email":"anna@example.org"}',
      'no JSON',
      '',
    ].join('\n'),
  )
  expect(readLog(dataFolder)).toEqual([
    { at: '2026-11-26T08:00:00.000Z', level: 'info', who: 'unknown', pid: 1, what: 'unnamed', facts: { email: '[removed]' } },
  ])
})
