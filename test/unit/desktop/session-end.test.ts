import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserWindow } from 'electron'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { markRun } from '../../../electron/backend/logged/run-marks.ts'
import { endWithSession } from '../../../electron/desktop/session-end.ts'
import * as standIn from '../../support/electron-stand-in/electron.ts'

vi.mock('electron', () => import('../../support/electron-stand-in/electron.ts'))
beforeAll(() => standIn.app.whenReady())

test('Windows that signs its user out is no crash: the mark has gone before anything is waited for, and the backend is closed', () => {
  const data = mkdtempSync(path.join(os.tmpdir(), 'session-end-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  markRun(data, 'desktop')
  expect(readdirSync(path.join(data, 'logs'))).toHaveLength(1)
  const close = vi.fn(() => new Promise<void>(() => undefined))
  const window = new standIn.BrowserWindow({ webPreferences: {} })
  endWithSession(window as unknown as BrowserWindow, data, close)
  window.emit('session-end', {})
  expect([existsSync(path.join(data, 'logs', `running-desktop-${process.pid}`)), close.mock.calls.length]).toEqual([false, 1])
})
