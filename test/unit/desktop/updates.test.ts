import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLog } from '../../../electron/backend/logged/read-log.ts'
import { openProgramLog } from '../../../electron/backend/program-log.ts'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { installWith } from '../../../electron/desktop/updates.ts'
import { app, record } from '../../support/electron-stand-in/electron.ts'
import { NAME, PACKAGE, sealedPackage } from '../../support/releases.ts'

/** An installation that fails when all was ready, at its last step, is in the log and leaves the program as it was. */
vi.mock('electron', () => import('../../support/electron-stand-in/electron.ts'))

let data: string
beforeEach(() => {
  data = mkdtempSync(path.join(os.tmpdir(), 'install-'))
  record.length = 0
  vi.stubEnv('APPIMAGE', path.join(data, 'Meterbook.AppImage'))
  writeFileSync(path.join(data, 'Meterbook.AppImage'), 'the old program')
  writeFileSync(path.join(data, NAME), PACKAGE)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(data, { recursive: true, force: true })
})

/** Installs, and resolves when it has failed. */
async function failing(closeBackend: () => Promise<void>): Promise<Record<string, unknown>[]> {
  const failed = Promise.withResolvers<void>()
  const programLog = openProgramLog({ dataFolder: data, who: 'shell' })
  const install = installWith({ installedAs: 'appimage', dataFolder: data, closeBackend, programLog, onFailed: failed.resolve })
  const { bytes, sha512 } = sealedPackage
  await install({ version: '0.3.0', file: path.join(data, NAME), name: NAME, bytes, sha512 })
  await failed.promise
  return readLog(data).map(({ level, what, facts }) => ({ level, what, ...facts }))
}

test('a backend that does not close: the code and the reason of it, and the program does not end', async () => {
  const lines = await failing(() => Promise.reject(new MeterbookError('UPDATE_REFUSED', { reason: 'digest', detail: 'Anna' })))
  expect(lines).toEqual([{ level: 'error', what: 'update-not-installed', version: '0.3.0', code: 'UPDATE_REFUSED', reason: 'digest' }])
  expect(record.filter(({ call }) => call === 'app.relaunch')).toEqual([])
})

test('an error that nobody foresaw: its class and place, without its text', async () => {
  vi.spyOn(app, 'quit').mockImplementation(() => {
    throw new TypeError('planted-words of /home/anna')
  })
  const [line, ...more] = await failing(() => Promise.resolve())
  expect(more).toEqual([])
  expect(line).toMatchObject({ level: 'error', what: 'update-not-installed', version: '0.3.0', error: 'TypeError' })
  expect(JSON.stringify(line)).not.toMatch(/planted|anna/)
  expect(readFileSync(path.join(data, 'Meterbook.AppImage')).equals(PACKAGE)).toBe(true)
})
