import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecuritySeen } from '../../support/electron-stand-in/drive-security.ts'

/**
 * Every point of the security list in Electron's documents (tutorial, security), in its order, asked of the built
 * program around the stand-in and of the configuration that packs it.
 */
const root = path.resolve(import.meta.dirname, '../../..')
const data = mkdtempSync(path.join(os.tmpdir(), 'security-'))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const packageFile = JSON.parse(read('package.json')) as {
  devDependencies: Record<string, string>
  build: { electronFuses: Record<string, boolean>; asar: boolean }
}
/** What main.ts, preload.ts and the shell say in their own words. */
const SHELL = [
  'electron/main.ts',
  'electron/preload.ts',
  ...readdirSync(path.join(root, 'electron/desktop')).map((name) => `electron/desktop/${name}`),
]
const shell = SHELL.map(read).join('\n')
let seen: SecuritySeen

beforeAll(async () => {
  const script = path.join(root, 'test/support/electron-stand-in/drive-security.ts')
  const env = { ...process.env, METERBOOK_DATA: data }
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: root, env, maxBuffer: 1 << 24 })
  seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as SecuritySeen
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

test('1 only secure content: everything the window loads comes from the program itself, and the network is refused', () => {
  expect(seen.loaded).toEqual(['app://meterbook/'])
  expect(seen.asks).toEqual([])
})

test.each([
  ['2 no Node in the page', 'nodeIntegration', false],
  ['2 no Node in workers', 'nodeIntegrationInWorker', undefined],
  ['2 no Node in frames', 'nodeIntegrationInSubFrames', undefined],
  ['3 context isolation', 'contextIsolation', true],
  ['4 the sandbox', 'sandbox', true],
  ['6 web security stays on', 'webSecurity', undefined],
  ['8 no insecure content', 'allowRunningInsecureContent', undefined],
  ['9 no experimental features', 'experimentalFeatures', undefined],
  ['10 no Blink features', 'enableBlinkFeatures', undefined],
  ['11 no <webview>', 'webviewTag', false],
  ['nothing is fetched for a spell check', 'spellcheck', false],
  ['no plugins', 'plugins', undefined],
  ['a dropped file leads nowhere', 'navigateOnDragDrop', undefined],
])('%s', (_point, option, value) => {
  // What Electron does by itself is the safe way for each that is not named: the stand-in's test asks its type definitions.
  expect(seen.windows.map((preferences) => preferences[option])).toEqual([value])
})

test('no other option than these is given to a window', () => {
  const known = ['preload', 'sandbox', 'contextIsolation', 'nodeIntegration', 'webviewTag', 'spellcheck']
  expect(seen.windows.map((preferences) => Object.keys(preferences).toSorted())).toEqual([known.toSorted()])
  // No switch of Chromium's either, which could take any of it back.
  expect(shell).not.toMatch(/appendSwitch|commandLine\.append|disable-web-security|no-sandbox/)
})

test('5 permissions: of all that a page may ask for it gets the writing of the clipboard', () => {
  expect(seen.allowed).toEqual(['clipboard-sanitized-write'])
})

test('7 a content security policy, sent with the page, which allows nothing but the own files', () => {
  expect(seen.policy).toContain("default-src 'none'")
  expect(seen.policy).toContain("script-src 'self'")
  expect(seen.policy).not.toMatch(/unsafe|\*|https?:/)
})

test('11, 12 no <webview> may be attached', () => expect(seen.embeds).toBe(false))

test('13 navigation: a page, a frame and a redirect stay where they are', () => expect(seen.navigated).toEqual([]))

test('14 no page opens a window', () => expect(seen.opensWindows).toBe('deny'))

test('15 shell.openExternal gets two numbers alone, and the shell opens no file by its name', () => {
  expect(seen.opened).toEqual([])
  expect(shell.match(/openExternal\(/g)).toHaveLength(1)
  expect(shell).not.toMatch(/openPath\(/)
})

test('16 Electron is pinned to one version, which is the one that was installed', () => {
  const { version } = JSON.parse(read('node_modules/electron/package.json')) as { version: string }
  expect(packageFile.devDependencies['electron']).toBe(version)
})

test('17 the sender of every message is checked, and what it sends', () => {
  expect(seen.channels).toEqual({ main: ['dropped'], renderer: ['port'] })
  expect(seen.obeyed).toEqual([])
  expect(seen.first).toBe('book.meterbook')
  // Every listener for pages is that one: no `handle`, which answers whoever asks.
  expect(shell.match(/ipcMain\.(on|handle|once)\(/g)).toEqual(['ipcMain.on('])
})

test('18 a protocol of its own, and file: nowhere', () => {
  expect(seen.served).toEqual(['app'])
  expect(shell).not.toMatch(/loadFile|file:\/\//)
})

test('19 the fuses that weaken the program are off, and code comes from the checked archive alone', () => {
  expect(packageFile.build.asar).toBe(true)
  expect(packageFile.build.electronFuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('20 nothing of Electron is exposed to the page; its port is posted to its own origin only', () => {
  expect(seen.exposed).toBe(0)
  expect(new Set(seen.targets)).toEqual(new Set(['app://meterbook']))
  expect(shell).not.toMatch(/executeJavaScript|exposeInMainWorld/)
})
