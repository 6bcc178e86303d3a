import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandLineState } from '../../../electron/backend/command-line-state.ts'
import { addToPath, type PathSystem } from '../../../electron/backend/on-path.ts'

const isPosix = process.platform !== 'win32'
if (!isPosix) console.warn('SKIPPED: a link on PATH is made on Linux and macOS.')

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'meterbook-line-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const system = (more: Partial<PathSystem> = {}): PathSystem => ({
  platform: 'linux',
  env: { PATH: '/usr/bin' },
  home: folder,
  shared: path.join(folder, 'shared'),
  userPath: { read: () => Promise.resolve(''), write: () => Promise.resolve() },
  ...more,
})

test('a package that is unpacked at each start has no command line, and nothing to put on PATH', async () => {
  expect(await commandLineState(null, system(), '/b.meterbook')).toEqual({ kind: 'none', file: null, example: null, path: null })
})

test('in the repository it is Node with an entry, called from any folder', async () => {
  const line = { program: '/opt/my node/node', args: ['--heap=4', '/src/electron/entry.cjs', 'cli'] }
  expect(await commandLineState(line, system(), "/books/Ольга's.meterbook")).toEqual({
    kind: 'repository',
    file: '/src/electron/entry.cjs',
    example: `'/opt/my node/node' --heap=4 /src/electron/entry.cjs cli status --book '/books/Ольга'\\''s.meterbook'`,
    path: null,
  })
})

test.runIf(isPosix)('by its whole path until a shell finds it, by its name from then on; without a book the help', async () => {
  mkdirSync(path.join(folder, 'cli'))
  const program = path.join(folder, 'cli', 'meterbook')
  writeFileSync(program, '')
  const line = { program, args: [] }
  const place = path.join(folder, '.local/bin/meterbook')
  expect(await commandLineState(line, system(), null)).toEqual({
    kind: 'installed',
    file: program,
    example: `${program} --help`,
    path: { as: 'link', place, state: 'absent', missingFolder: path.dirname(place) },
  })
  await addToPath(line, system())
  expect((await commandLineState(line, system(), '/b.meterbook')).example).toBe(`${program} status --book /b.meterbook`)
  const looked = system({ env: { PATH: path.dirname(place) } })
  expect(await commandLineState(line, looked, '/b.meterbook')).toMatchObject({
    example: 'meterbook status --book /b.meterbook',
    path: { state: 'added', missingFolder: null },
  })
})

test('Windows: a folder in the own PATH; a name with a space has quotes', async () => {
  const program = 'C:\\Programs\\Meterbook\\cli\\meterbook.cmd'
  let value = ''
  const windows = system({
    platform: 'win32',
    userPath: { read: () => Promise.resolve(value), write: (_, after) => Promise.resolve(void (value = after)) },
  })
  const book = 'C:\\My books\\trip.meterbook'
  const line = { program, args: [] }
  expect(await commandLineState(line, windows, book)).toMatchObject({
    example: `${program} status --book "${book}"`,
    path: { as: 'folder', place: 'C:\\Programs\\Meterbook\\cli', state: 'absent' },
  })
  await addToPath(line, windows)
  expect((await commandLineState(line, windows, book)).example).toBe(`meterbook status --book "${book}"`)
})
