import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHORTCUTS } from '../../../renderer/components/keys/shortcuts.ts'
import type { Seen } from '../../support/electron-stand-in/drive.ts'

/** The built main and preload scripts around a recording stand-in for Electron, driven from sign-in to a station's readings. */
const root = path.resolve(import.meta.dirname, '../../..')
const standIn = path.join(root, 'test/support/electron-stand-in')
const data = mkdtempSync(path.join(os.tmpdir(), 'wiring-'))
let seen: Seen

beforeAll(async () => {
  seen = (await drive('drive.ts')) as Seen
})
/** Runs a driver as Electron's main process, and returns the JSON of its last line. */
async function drive(name: string, ...args: string[]): Promise<unknown> {
  const env = { ...process.env, METERBOOK_DATA: data }
  const script = path.join(standIn, name)
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    cwd: root,
    env,
    maxBuffer: 1 << 24,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

afterAll(() => rmSync(data, { recursive: true, force: true }))

describe('hardening', () => {
  test('one window: sandboxed, isolated, without Node, on app://', () => {
    expect(seen).toMatchObject({
      windows: 1,
      hardening: {
        webPreferences: {
          preload: path.join(root, 'out/preload/preload.cjs'),
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webviewTag: false,
        },
        loaded: ['app://meterbook/'],
        schemes: [[{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]],
      },
    })
  })

  test('the preload script exposes nothing and posts to the own origin only', () => {
    expect(seen).toMatchObject({ hardening: { exposed: [] }, targets: ['app://meterbook'] })
  })

  test('navigation, frames, redirects, webviews, new windows and permissions are refused', () => {
    expect(seen).toMatchObject({
      hardening: {
        refused: {
          navigation: true,
          file: true,
          lookalike: true,
          frame: true,
          redirect: true,
          webview: true,
          newWindow: true,
          ownPage: false,
        },
        allowed: [],
      },
    })
  })

  test('of all links one of two numbers alone is given to the system, which opens its map; the page stays', () => {
    expect(seen).toMatchObject({
      hardening: {
        refused: { place: true, placeAndMore: true, placeInFrame: true, placeByRedirect: true },
        openedOutside: ['geo:55.7558,37.6173'],
      },
    })
  })

  test('the page comes with the strict policy, and nothing outside its folder', () => {
    expect(seen).toMatchObject({
      hardening: { page: { status: 200, cache: 'no-store', traversal: [404, 404, 404], posted: 404 } },
    })
    const { policy } = seen.hardening.page
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|http/)
  })

  test("Chromium's own files lie beside the books, and the password is nowhere in the vault's text", () => {
    expect(seen).toMatchObject({ hardening: { electronFolder: 'electron' }, vaultHoldsPassword: false })
    expect(seen).toMatchObject({
      files: expect.arrayContaining(['desktop.key', 'meterbook.vault', 'window.json']) as string[],
    })
  })
})

describe('through the port', () => {
  test("sign-in, download, and a station's readings as columns", () => {
    expect(seen).toMatchObject({
      info: {
        host: 'desktop',
        dataFolder: data,
        can: { chooseFiles: true, revealFiles: true, notify: true, remember: true },
      },
      signedIn: { session: 'signed-in', remembered: true },
    })
    const { readings } = seen
    expect(readings.rows).toBeGreaterThan(500)
    expect(readings.doubles).toBe(readings.rows * (readings.channels + 1))
    expect(readings.firstMs).toBe(readings.firstRowMs)
    expect(readings.firstValue).toBe(readings.firstRowValue)
  })

  test('a question in SQL is answered by a utility process, which is replaced where it has to be ended', () => {
    const about = { serviceName: 'Meterbook questions', secrets: [] }
    expect(seen.questions).toEqual({
      first: expect.stringMatching(/^\[\[[1-9]\d*\]\]\n$/) as string,
      views: ['v_reading'],
      stopped: { code: 'QUESTION_TOO_LONG', data: { seconds: 1 } },
      again: '[[1]]\n',
      forked: [
        ['query.cjs', about],
        ['query.cjs', about],
      ],
    })
  })

  test('menu commands and dropped books reach the page', () => {
    expect(seen).toMatchObject({
      commands: [
        { command: 'events', file: null },
        { command: 'open-book', file: path.resolve('/trip/north.meterbook') },
      ],
    })
  })

  test('bytes of the page are saved where the dialog says, or nowhere', () => {
    expect(seen).toMatchObject({
      saved: {
        done: { file: path.join(data, 'image.png'), href: null, bytes: 6 },
        bytes: [137, 80, 78, 71, 255, 0],
        cancelled: null,
      },
      revealed: [path.join(data, 'image.png')],
    })
  })

  test('the end of a download that was asked for is told outside the window', () => {
    expect(seen).toMatchObject({ notified: 1 })
  })

  test('the menu is in the language of the system, then of the preferences', () => {
    expect(seen).toMatchObject({
      russianLabels: expect.arrayContaining(['Файл', 'Правка', 'Вид', 'Справка']) as string[],
    })
    expect(seen).toMatchObject({ englishLabels: expect.arrayContaining(['File', 'Edit', 'View', 'Help']) as string[] })
  })

  test('the menu leads to every screen, by the keys that lead to it in the window', () => {
    const { entries } = seen.hardening
    const keysOf = (id: string) => entries.find((entry) => entry.id === id)?.accelerator?.replace('CmdOrCtrl', 'Ctrl')
    // The list of keys, and a number that a scanner types, have no entry.
    for (const { id, keys } of SHORTCUTS.everywhere.filter(({ id: name }) => name !== 'help' && name !== 'scan')) {
      expect(keysOf(id), id).toBeDefined()
      expect(keys, id).toContain(keysOf(id))
    }
    const accelerators = entries.flatMap(({ accelerator }) => accelerator ?? [])
    expect(new Set(accelerators).size).toBe(accelerators.length)
  })

  test('after a crash of the backend the user is asked, and the page goes on with the same session and book', () => {
    const { readings } = seen
    expect(seen).toMatchObject({
      threads: 2,
      afterCrash: { state: { session: 'signed-in', remembered: true } },
      dialogs: expect.arrayContaining([
        {
          call: 'dialog.showMessageBoxSync',
          with: [
            {
              type: 'error',
              message: 'The part of Meterbook that keeps the book has stopped.',
              detail: 'Everything committed so far is kept.',
              buttons: ['Start It Again', 'Quit'],
            },
          ],
        },
      ]) as unknown[],
    })
    expect(seen.afterCrash.records).toBeGreaterThanOrEqual(readings.rows)
  })

  test('a reload keeps the session; quitting signs extra lanes out and ends by itself', () => {
    expect(seen).toMatchObject({ afterReload: { session: 'signed-in' }, openLanes: 1 })
  })
})

describe('opened with a file', () => {
  test('one that is no book still opens the window, which is told to try it and say why', async () => {
    const file = path.join(data, 'letter.meterbook')
    writeFileSync(file, 'Dear Anna')
    expect(await drive('drive-file.ts', file)).toMatchObject({
      command: { command: 'open-book', file },
      failure: { code: 'NOT_A_BOOK' },
      exits: [],
    })
  })
})
