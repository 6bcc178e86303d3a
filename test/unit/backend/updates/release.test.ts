import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { thisMachine } from '../../../../electron/backend/local-host.ts'
import { installedAsOf, releaseOf } from '../../../../electron/backend/updates/release.ts'
import { releaseFacts } from '../../../support/releases.ts'

function folder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'meterbook-release-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('the repository is its own, and knows no key today', () => {
  expect(thisMachine().release).toEqual({ feed: '', keys: [], platform: process.platform, arch: process.arch, installedAs: 'source' })
})

test('who tries a release out names another in the repository; an installed program obeys nobody', () => {
  const place = folder()
  const named = path.join(place, 'release.json')
  writeFileSync(named, JSON.stringify({ ...releaseFacts('https://releases.example.org/x'), installedAs: 'deb' }))
  const env = { METERBOOK_RELEASE: named }
  mkdirSync(path.join(place, 'electron'))
  writeFileSync(path.join(place, 'electron', 'entry.cjs'), '')
  expect(releaseOf(place, null, env)).toMatchObject({ feed: 'https://releases.example.org/x/', installedAs: 'deb' })
  expect(releaseOf(folder(), null, env)).toMatchObject({ feed: '', keys: [] })
  expect(releaseOf(path.join(place, 'app.asar'), place, env)).toMatchObject({ feed: '', keys: [] })
})

test('how an installed program came here', () => {
  const resources = folder()
  const of = (platform: string, env: NodeJS.ProcessEnv = {}) => installedAsOf({ resources, platform, env })
  expect(of('win32')).toBe('nsis')
  expect(of('win32', { PORTABLE_EXECUTABLE_DIR: 'D:\\' })).toBe('portable')
  expect(of('darwin')).toBe('dmg')
  expect(of('linux')).toBe('folder')
  const appImage = { APPIMAGE: '/opt/Meterbook.AppImage', APPDIR: path.dirname(resources) }
  expect(of('linux', appImage)).toBe('appimage')
  // A terminal that is an AppImage itself gives its variables to what it starts.
  expect(of('linux', { ...appImage, APPDIR: '/tmp/.mount_terminal' })).toBe('folder')
  writeFileSync(path.join(resources, 'package-type'), 'deb')
  expect(of('linux')).toBe('deb')
  expect(of('linux', { ...appImage, APPDIR: '/tmp/.mount_terminal' })).toBe('deb')
})
