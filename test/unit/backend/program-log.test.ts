import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
