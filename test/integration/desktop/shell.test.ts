import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShellSeen } from '../../support/electron-stand-in/drive-shell.ts'

/** The shell's manners, of the built program around the stand-in: dialogs, links, notifications, and the page's network. */
const root = path.resolve(import.meta.dirname, '../../..')
const data = mkdtempSync(path.join(os.tmpdir(), 'shell-'))
let seen: ShellSeen

beforeAll(async () => {
  const env = { ...process.env, METERBOOK_DATA: data, STAND_IN_EARLY_LINKS: 'meterbook://open?station=3' }
  const script = path.join(root, 'test/support/electron-stand-in/drive-shell.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: root, env, maxBuffer: 1 << 24 })
  seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ShellSeen
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

test('a dialog opens in the folder of last time, in the documents at first and when that folder is gone', () => {
  const documents = path.join(data, 'documents')
  expect(seen.openedAt).toEqual({
    first: path.join(documents, 'a.png'),
    chosen: path.join(documents, 'a.png'),
    next: path.join(data, 'stick', 'a.png'),
    gone: path.join(documents, 'a.png'),
  })
  expect(seen.books).toEqual([path.join(data, 'books'), data])
  expect(seen.folders).toEqual([documents, data])
  // It is kept over a restart.
  expect(JSON.parse(readFileSync(path.join(data, 'dialogs.json'), 'utf8'))).toMatchObject({ book: data, folder: data })
})

test('a notification that the system refuses, or cannot show, makes the window ask for attention and is in the log', () => {
  expect(seen.flashes).toBe(2)
  const lines = readFileSync(path.join(data, 'logs', 'meterbook.log'), 'utf8')
    .trim()
    .split('\n')
  const reasons = lines
    .map((line) => JSON.parse(line) as { what: string; reason?: string })
    .filter(({ what }) => what === 'notification-refused')
  expect(reasons.map(({ reason }) => reason)).toEqual(['failed', 'unsupported'])
})

test('links reach the window: one that started the program, one that came later, one of a second start', () => {
  expect(seen.early).toEqual({ command: 'open-link', file: 'meterbook://open?station=3' })
  expect(seen.byUrl.command).toBe('open-link')
  expect(seen.bySecond).toEqual({ command: 'open-link', file: 'METERBOOK://open?station=7' })
  expect(seen.links).toEqual({
    known: { file: seen.bookFile, stationId: 12, questionId: null },
    unknown: { code: 'LINK_REFUSED', data: { reason: 'book' } },
    words: { code: 'LINK_REFUSED', data: { reason: 'words' } },
  })
  expect(seen.calls.includes('app.setAsDefaultProtocolClient')).toBe(process.platform === 'win32')
})

test('the page may ask for its own files alone', () => {
  expect(Object.values(seen.network)).toEqual([true, true, true])
  expect(seen.asks).toEqual([])
})
