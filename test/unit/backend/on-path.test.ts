import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addToPath, onPath, removeFromPath, type PathSystem } from '../../../electron/backend/on-path.ts'

/** Links on a system of folders of its own; the PATH of Windows as a text. The registry itself is where Windows is. */
const isPosix = process.platform !== 'win32'
if (!isPosix) console.warn('SKIPPED: links for Linux and macOS are made on these systems.')

let folder: string
let home: string
let shared: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'meterbook-path-'))
  home = path.join(folder, 'home')
  shared = path.join(folder, 'shared')
  for (const one of [home, shared, path.join(folder, 'cli')]) mkdirSync(one)
  writeFileSync(path.join(folder, 'cli', 'meterbook'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const launcher = () => ({ program: path.join(folder, 'cli', 'meterbook'), args: [] })
const system = (more: Partial<PathSystem> = {}): PathSystem => ({
  platform: 'linux',
  env: { PATH: '/usr/bin:/bin' },
  home,
  shared,
  userPath: { read: () => Promise.resolve(''), write: () => Promise.resolve() },
  ...more,
})

test.runIf(isPosix)('Linux: a link in ~/.local/bin, made once, and whether a shell looks there; taken away again', async () => {
  const place = path.join(home, '.local/bin/meterbook')
  expect(await onPath(launcher(), system())).toEqual({
    launcher: launcher().program,
    place,
    state: 'absent',
    missingFolder: path.dirname(place),
  })
  expect((await addToPath(launcher(), system())).state).toBe('added')
  expect((await addToPath(launcher(), system())).state).toBe('added')
  expect(readlinkSync(place)).toBe(launcher().program)
  const looked = system({ env: { PATH: `/bin:${path.dirname(place)}` } })
  expect((await onPath(launcher(), looked)).missingFolder).toBeNull()
  expect((await removeFromPath(launcher(), system())).state).toBe('absent')
  expect(lstatSync(place, { throwIfNoEntry: false })).toBeUndefined()
  expect((await removeFromPath(launcher(), system())).state).toBe('absent')
})

test.runIf(isPosix)('what is not its own link is neither replaced nor taken away', async () => {
  const place = path.join(home, '.local/bin/meterbook')
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, 'mine')
  await expect(addToPath(launcher(), system())).rejects.toThrow(expect.objectContaining({ code: 'PATH_TAKEN', data: { file: place } }))
  expect((await removeFromPath(launcher(), system())).state).toBe('taken')
  expect(readFileSync(place, 'utf8')).toBe('mine')
  rmSync(place)
  symlinkSync(path.join(folder, 'another'), place)
  await expect(addToPath(launcher(), system())).rejects.toThrow(expect.objectContaining({ code: 'PATH_TAKEN' }))
  await removeFromPath(launcher(), system())
  expect(readlinkSync(place)).toBe(path.join(folder, 'another'))
})

test.runIf(isPosix)('a folder that is none is said, with what the system says', async () => {
  writeFileSync(path.join(home, '.local'), '')
  await expect(addToPath(launcher(), system())).rejects.toThrow(expect.objectContaining({ code: 'PATH_NOT_CHANGED' }))
})

test.runIf(isPosix)('macOS: where all look, if one may write there, else in the own folder', async () => {
  const mac = system({ platform: 'darwin' })
  expect((await addToPath(launcher(), mac)).place).toBe(path.join(shared, 'meterbook'))
  await removeFromPath(launcher(), mac)
  const closed = system({ platform: 'darwin', shared: path.join(folder, 'not there') })
  expect((await addToPath(launcher(), closed)).place).toBe(path.join(home, '.local/bin/meterbook'))
  // Found again when the other may be written meanwhile.
  expect(await onPath(launcher(), mac)).toMatchObject({ place: path.join(home, '.local/bin/meterbook'), state: 'added' })
})

test('Windows: its folder at the end of the own PATH, which stays as it was written, however long it is', async () => {
  const installed = { program: 'C:\\Users\\Ольга\\Programs\\Meterbook\\resources\\cli\\meterbook.cmd', args: [] }
  const own = path.win32.dirname(installed.program)
  const before = `%USERPROFILE%\\bin;;${'C:\\Tools\\x;'.repeat(400)}C:\\Last\\`
  let value = before
  const written: string[] = []
  const windows = system({
    platform: 'win32',
    userPath: {
      read: () => Promise.resolve(value),
      write: (expected, after) => {
        expect(expected).toBe(value)
        written.push((value = after))
        return Promise.resolve()
      },
    },
  })
  expect(await addToPath(installed, windows)).toEqual({ launcher: installed.program, place: own, state: 'added', missingFolder: null })
  expect(value).toBe(`${before};${own}`)
  await addToPath(installed, windows)
  expect(written).toHaveLength(1)
  value = value.replace(own, `"${own.toUpperCase()}\\"`)
  expect((await removeFromPath(installed, windows)).state).toBe('absent')
  expect(value).toBe(before)
})

test('a registry that takes nothing is said; so is a program that has no launcher', async () => {
  const installed = { program: 'C:\\M\\meterbook.cmd', args: [] }
  await expect(addToPath(installed, system({ platform: 'win32' }))).rejects.toThrow(expect.objectContaining({ code: 'PATH_NOT_CHANGED' }))
  await expect(onPath(null, system())).rejects.toThrow(expect.objectContaining({ code: 'NO_COMMAND_LINE' }))
  await expect(addToPath({ program: '/usr/bin/node', args: ['entry.cjs', 'cli'] }, system())).rejects.toThrow(
    expect.objectContaining({ code: 'NO_COMMAND_LINE' }),
  )
})
