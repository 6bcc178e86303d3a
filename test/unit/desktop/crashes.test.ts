import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type * as Electron from 'electron'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { diagnosticsOf } from '../../../electron/backend/logged/diagnostics.ts'
import { openProgramLog } from '../../../electron/backend/program-log.ts'
import { PREFERENCES, type Preferences } from '../../../electron/contract/preferences.ts'
import { keepDumps, watchMain, watchPage } from '../../../electron/desktop/crashes.ts'
import { pageCrashes } from '../../../electron/desktop/page-crashes.ts'
import { wordsFor } from '../../../electron/desktop/words.ts'
import * as standIn from '../../support/electron-stand-in/electron.ts'

/** Each crash of the desktop's processes is in the log, told with a sentence, and survived where that is possible. */
vi.mock('electron', () => import('../../support/electron-stand-in/electron.ts'))

const { app, answers, BrowserWindow, dialog, record } = standIn
const say = wordsFor('en', '')
let data: string
beforeAll(() => app.whenReady())
beforeEach(() => {
  data = mkdtempSync(path.join(os.tmpdir(), 'crashes-'))
  record.length = 0
  answers.messageBox = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  app.removeAllListeners()
  rmSync(data, { recursive: true, force: true })
})
afterAll(() => app.removeAllListeners())

const shell = () => ({ programLog: openProgramLog({ dataFolder: data, who: 'shell' }), say })
const logText = () => readFileSync(path.join(data, 'logs', 'meterbook.log'), 'utf8')
const logged = () =>
  logText()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const callsOf = (name: string) => record.filter(({ call }) => call === name).map(({ with: args }) => args)

describe('the main process', () => {
  /** What the shell would do with an error that nothing catches; the test's own process must not meet it. */
  function watched() {
    const listeners = new Map<string | symbol, (error: unknown) => void>()
    vi.spyOn(process, 'on').mockImplementation((name: string | symbol, listener: (...args: never[]) => void) => {
      listeners.set(name, listener as (error: unknown) => void)
      return process
    })
    watchMain(shell())
    return (name: string, error: unknown) => listeners.get(name)?.(error)
  }

  test.each([
    ['uncaughtException', 'exception'],
    ['unhandledRejection', 'rejection'],
  ])('%s: logged without its text, told once, and the program ends', (name, origin) => {
    const crash = watched()
    crash(name, new RangeError('planted-message'))
    crash(name, new TypeError('planted-message of what came of it'))
    expect(logged()).toMatchObject([
      { level: 'error', who: 'shell', what: 'crashed', origin },
      { level: 'error', who: 'shell', what: 'crashed', origin },
    ])
    expect(logText()).not.toContain('planted-message')
    expect(callsOf('dialog.showErrorBox')).toEqual([[say('crashed'), `${say('kept')}\n${say('crashedHint')}`]])
    expect(callsOf('app.exit')).toEqual([[1]])
  })

  test('it ends also where nothing can be shown', () => {
    const crash = watched()
    vi.spyOn(dialog, 'showErrorBox').mockImplementation(() => {
      throw new Error('no display')
    })
    expect(() => crash('uncaughtException', new Error('x'))).toThrow('no display')
    expect(callsOf('app.exit')).toEqual([[1]])
  })

  /** Every kind and reason that Electron's definitions name, and what the log says of it: nothing is removed as a stranger's word. */
  const KINDS: Record<Electron.Details['type'], string> = {
    Utility: 'utility',
    Zygote: 'zygote',
    'Sandbox helper': 'sandbox-helper',
    GPU: 'gpu',
    'Pepper Plugin': 'pepper-plugin',
    'Pepper Plugin Broker': 'pepper-plugin-broker',
    Unknown: 'unknown',
  }
  const REASONS: Record<Exclude<Electron.Details['reason'], 'clean-exit'>, true> = {
    'abnormal-exit': true,
    killed: true,
    crashed: true,
    oom: true,
    'launch-failed': true,
    'integrity-failure': true,
    'memory-eviction': true,
  }
  test("a process of Chromium's own that crashes is logged, one that ends by itself is not", () => {
    watched()
    for (const type of Object.keys(KINDS)) app.emit('child-process-gone', {}, { type, reason: 'crashed', exitCode: 139 })
    for (const reason of Object.keys(REASONS)) app.emit('child-process-gone', {}, { type: 'GPU', reason, exitCode: 1 })
    app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })
    expect(logged().map(({ what, kind, reason, exit }) => ({ what, kind, reason, exit }))).toEqual([
      ...Object.values(KINDS).map((kind) => ({ what: 'process-gone', kind, reason: 'crashed', exit: 139 })),
      ...Object.keys(REASONS).map((reason) => ({ what: 'process-gone', kind: 'gpu', reason, exit: 1 })),
    ])
    expect(callsOf('app.exit')).toEqual([])
  })
})

describe('the page', () => {
  function watched() {
    const window = new BrowserWindow({})
    const onCrash = vi.fn()
    watchPage(window as unknown as Electron.BrowserWindow, shell(), onCrash)
    const crash = (reason: string) => window.webContents.emit('render-process-gone', {}, { reason, exitCode: 11 })
    return { window, onCrash, crash }
  }
  const reloads = () => callsOf('window.reload').length

  test('it is loaded again after a crash, which is logged and told', () => {
    const { crash, onCrash } = watched()
    crash('clean-exit')
    expect([reloads(), onCrash.mock.calls.length]).toEqual([0, 0])
    crash('crashed')
    expect(logged()).toMatchObject([{ level: 'error', what: 'page-gone', reason: 'crashed', exit: 11, reloaded: true }])
    expect([reloads(), onCrash.mock.calls.length]).toEqual([1, 1])
    expect(callsOf('dialog.showMessageBoxSync')).toEqual([])
  })

  test.each([
    ['load it again', 0, 3, 0],
    ['quit', 1, 2, 1],
  ])('a third crash within a minute stops the loop and asks: %s', (_answer, button, loaded, quits) => {
    const { crash, onCrash } = watched()
    const quit = vi.spyOn(app, 'quit').mockReturnValue(undefined)
    answers.messageBox = button
    for (const reason of ['crashed', 'oom', 'crashed']) crash(reason)
    expect(logged().map(({ reloaded }) => reloaded)).toEqual([true, true, false])
    const buttons = [say('loadAgain'), say('quit')]
    expect(callsOf('dialog.showMessageBoxSync')).toEqual([[{ type: 'error', message: say('pageGone'), detail: say('kept'), buttons }]])
    expect([reloads(), quit.mock.calls.length, onCrash.mock.calls.length]).toEqual([loaded, quits, 3])
  })

  test('crashes that lie a minute apart are no loop', () => {
    let now = 0
    const mayReload = pageCrashes(() => now)
    const answered = [0, 59_999, 60_001, 119_998, 119_999].map((atMs) => {
      now = atMs
      return mayReload()
    })
    expect(answered).toEqual([true, true, true, false, true])
  })

  test('one that does not answer: asked once, and left alone who waits', async () => {
    const { window } = watched()
    window.emit('unresponsive')
    window.emit('unresponsive')
    expect(callsOf('dialog.showMessageBox')).toMatchObject([
      [{ message: say('unresponsive'), detail: say('unresponsiveHint'), cancelId: 0 }],
    ])
    await expect
      .poll(() => {
        window.emit('unresponsive')
        return callsOf('dialog.showMessageBox').length
      })
      .toBe(2)
    window.emit('responsive')
    expect(new Set(logged().map(({ what }) => what))).toEqual(new Set(['page-unresponsive', 'page-responsive']))
    expect(callsOf('webContents.forcefullyCrashRenderer')).toEqual([])
  })

  test('its process is ended for who will not wait, and the page is loaded again', async () => {
    const { window } = watched()
    answers.messageBox = 1
    window.emit('unresponsive')
    await expect.poll(() => reloads()).toBe(1)
    expect(callsOf('webContents.forcefullyCrashRenderer').length).toBe(1)
    expect(logged().map(({ what }) => what)).toEqual(['page-unresponsive', 'page-gone'])
  })

  test('a window that was closed while the question stood is left alone', async () => {
    const { window } = watched()
    const answer = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>()
    vi.spyOn(dialog, 'showMessageBox').mockReturnValue(answer.promise)
    window.emit('unresponsive')
    window.destroy()
    // What fails here is an unhandled rejection, which ends the test's run as it would end the program.
    answer.resolve({ response: 1, checkboxChecked: false })
    await new Promise((resolve) => setImmediate(resolve))
    expect(callsOf('webContents.forcefullyCrashRenderer')).toEqual([])
  })
})

describe('minidumps', () => {
  const preferences = Object.fromEntries(Object.entries(PREFERENCES).map(([name, { usual }]) => [name, usual])) as unknown as Preferences

  test('none are made unless somebody asks for them', () => {
    expect(PREFERENCES.crashDumps.usual).toBe(false)
    keepDumps(data, preferences.crashDumps)
    expect(callsOf('crashReporter.start')).toEqual([])
  })

  test('they stay on this computer, and are no part of the diagnostics', () => {
    keepDumps(data, true)
    expect(callsOf('crashReporter.start')).toMatchObject([[{ uploadToServer: false, submitURL: '' }]])
    const folder = app.getPath('crashDumps')
    expect(folder).toBe(path.join(data, 'logs', 'dumps'))
    mkdirSync(path.join(folder, 'pending'), { recursive: true })
    writeFileSync(path.join(folder, 'pending', 'planted-name.dmp'), 'planted-memory')
    shell().programLog.write('info', 'started')
    const host = { kind: 'desktop', version: '1.0.0', dataFolder: data, systemLocale: 'en', systemTimeZone: 'UTC' } as const
    const sections = JSON.stringify(diagnosticsOf({ host, preferences, book: null }))
    expect(sections).toContain('started')
    expect(sections).not.toContain('planted-')
  })
})
