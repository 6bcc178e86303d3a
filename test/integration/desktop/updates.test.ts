import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { wordsFor } from '../../../electron/desktop/words.ts'
import type { SeenUpdate } from '../../support/electron-stand-in/drive-update.ts'

/** The built main process around a recording stand-in for Electron, replaced by a newer version from a real web server. */
const root = path.resolve(import.meta.dirname, '../../..')

async function drive(kind: 'appimage' | 'nsis', ...how: 'spoiled'[]): Promise<SeenUpdate> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'update-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const script = path.join(root, 'test/support/electron-stand-in/drive-update.ts')
  const env = { ...process.env, METERBOOK_DATA: data }
  const { stdout } = await promisify(execFile)(process.execPath, [script, kind, ...how], { cwd: root, env, maxBuffer: 1 << 24 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as SeenUpdate
}

test('an AppImage becomes the new one in one step, after the backend has ended, and starts again', async () => {
  const seen = await drive('appimage')
  expect(seen.checked).toMatchObject({ way: 'itself', installedAs: 'appimage', offer: { version: '99.0.0' }, ready: false })
  expect(seen.askedAfterCheck).toHaveLength(2)
  expect(seen.saved).toEqual({ saved: null })
  expect(seen.ready).toBe(true)
  // Its folder was not there at first.
  expect(seen.failure).toMatchObject({ code: 'FOLDER_GONE' })
  expect(seen.isAliveAfterFailure).toBe(true)
  expect(seen.appImage).toEqual({ isThePackage: true, mode: 0o755 })
  expect(seen.relaunched).toEqual([{ execPath: seen.appImagePath, args: ['--appimage-extract-and-run'] }])
  expect(seen.order).toEqual(['thread ended', 'app.relaunch'])
  expect(seen.asked.filter((name) => name === seen.name)).toHaveLength(1)
  expect(seen.spawned).toEqual([])
  expect(seen.dialogs).toEqual([])
})

test('on Windows electron-updater starts the installer that was verified, after the backend has ended, and asks no server', async () => {
  const seen = await drive('nsis')
  expect(seen.checked).toMatchObject({ way: 'itself', installedAs: 'nsis' })
  expect(seen.asked).toEqual(['meterbook-update.json', 'meterbook-update.json.sig', 'meterbook-99.0.0-win-x64-setup.exe'])
  expect(seen.spawned).toEqual([
    {
      program: path.join('updates', 'installer', 'taken', 'pending', 'meterbook-99.0.0-win-x64-setup.exe'),
      args: ['--updated', '--force-run'],
      isThePackage: true,
    },
  ])
  expect(seen.order).toEqual(['thread ended', 'spawn'])
  expect(seen.appImage.isThePackage).toBe(false)
  expect(seen.dialogs).toEqual([])
})

test('an installer that is not what it was at the last step: told in words, logged with its reason, and the program goes on', async () => {
  const seen = await drive('nsis', 'spoiled')
  const say = wordsFor('system', 'ru')
  expect(seen.dialogs).toEqual([
    {
      type: 'error',
      message: say('not-replaced'),
      detail: `${say('kept')} ${say('notReplacedHint')}`,
      buttons: [say('restart')],
    },
  ])
  expect(seen.notInstalled).toEqual([{ who: 'shell', version: '99.0.0', code: 'UPDATE_REFUSED', reason: 'size' }])
  expect(seen.spawned).toEqual([])
  // The page has a program again, which offers the installation anew.
  expect(seen.after).toMatchObject({ ready: true, offer: { version: '99.0.0' } })
})
