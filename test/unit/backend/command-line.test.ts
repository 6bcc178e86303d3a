import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandLineOf } from '../../../electron/backend/command-line.ts'
import { thisMachine } from '../../../electron/backend/local-host.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'command-line-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const name = process.platform === 'win32' ? 'meterbook.cmd' : 'meterbook'

test('an installed desktop has the launcher in its resources, an installed command line beside it', () => {
  const inResources = path.join(folder, 'cli')
  expect(commandLineOf(path.join(folder, 'app.asar'), folder)).toBeNull()
  mkdirSync(inResources)
  writeFileSync(path.join(inResources, name), '')
  const launcher = { program: path.join(inResources, name), args: [] }
  expect(commandLineOf(path.join(folder, 'app.asar'), folder)).toEqual(launcher)
  expect(commandLineOf(inResources, null)).toEqual(launcher)
})

test('in the repository it is Node with the entry of the sources', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const { commandLine } = thisMachine()
  expect(commandLine?.program).toBe(process.execPath)
  expect(commandLine?.args.slice(-2)).toEqual([path.join(root, 'electron', 'entry.cjs'), 'cli'])
})

test('a package that is gone when it ends has none that somebody else could start', () => {
  mkdirSync(path.join(folder, 'cli'))
  writeFileSync(path.join(folder, 'cli', name), '')
  const root = path.join(folder, 'app.asar')
  const above = path.dirname(folder)
  expect(commandLineOf(root, folder, { APPDIR: above })).toBeNull()
  expect(commandLineOf(root, folder, { PORTABLE_EXECUTABLE_DIR: 'D:\\', TEMP: above })).toBeNull()
  expect(commandLineOf(root, folder, { TEMP: above })).not.toBeNull()
  expect(commandLineOf(root, '/Volumes/Meterbook/Meterbook.app/Contents/Resources', {})).toBeNull()
})
