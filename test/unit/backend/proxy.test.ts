import { createRouterClient } from '@orpc/server'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFileIn } from '../../../electron/backend/program-file.ts'
import { proxyOf } from '../../../electron/backend/proxy.ts'
import { startBackend } from '../../../electron/backend/start.ts'
import { openVault, type Vault } from '../../../electron/backend/vault.ts'
import { hostIn } from '../../support/backend.ts'

let folder: string
let vaults: Vault[]
const key = randomBytes(32)
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'meterbook-proxy-'))
  vaults = []
})
afterEach(() => {
  for (const vault of vaults) vault.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The program as it starts, with a vault or without. */
function start(vaultKey: Uint8Array | null = key) {
  for (const vault of vaults.splice(0)) vault.close()
  const file = programFileIn(folder)
  const vault = openVault({ file: path.join(folder, 'local.vault'), key: vaultKey, owner: 'test' })
  vaults.push(vault)
  const proxy = proxyOf({ file, vault })
  return { file, proxy, set: (typed: string) => file.setPreferences({ proxy: proxy.take(typed) }) }
}

/** Everything that lies in the data folder, as text. */
const onDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'))
    .join('\n')

test.each([
  ['http://bob:s3cret@proxy.example:3128', 'http://proxy.example:3128', 'bob'],
  ['http://bob:s3cret%40@proxy.example:3128', 'http://proxy.example:3128', 'bob'],
  ['bob:s3cret@proxy.example:3128', 'proxy.example:3128', 'bob'],
  ['http://bob:s3cret/p@ss@proxy.example:3128', 'http://proxy.example:3128', 'bob'],
])('%s: name and password go into the vault and come back after a restart', (typed, address, user) => {
  start().set(typed)
  const again = start()
  expect(again.file.preferences().proxy).toBe(address)
  expect(again.proxy.address()).toBe(typed)
  expect(again.proxy.account()).toEqual({ user, remembered: true })
  expect(onDisk()).not.toContain('s3cret')
})

test('without a vault they are held until the program ends, and that is said', () => {
  const first = start(null)
  first.set('http://bob:s3cret@proxy.example:3128')
  expect(first.proxy.address()).toBe('http://bob:s3cret@proxy.example:3128')
  expect(first.proxy.account()).toEqual({ user: 'bob', remembered: false })
  expect(onDisk()).not.toContain('s3cret')
  const second = start(null)
  expect([second.proxy.address(), second.proxy.account()]).toEqual(['http://proxy.example:3128', null])
})

test('what an earlier version wrote in clear is moved, and nothing of it is left', () => {
  const program = { preferences: { proxy: 'http://bob:s3cret@proxy.example:3128', theme: 'dark' }, books: [] }
  writeFileSync(path.join(folder, 'program.json'), JSON.stringify(program))
  const { file, proxy } = start()
  expect(file.preferences()).toMatchObject({ proxy: 'http://proxy.example:3128', theme: 'dark' })
  expect(proxy.address()).toBe('http://bob:s3cret@proxy.example:3128')
  expect(onDisk()).not.toContain('s3cret')
})

test('another address forgets them; the same one keeps them', () => {
  const { set, proxy } = start()
  set('http://bob:s3cret@proxy.example:3128')
  set('http://proxy.example:3128')
  expect(proxy.address()).toBe('http://bob:s3cret@proxy.example:3128')
  set('http://other.example:3128')
  set('http://proxy.example:3128')
  expect([proxy.address(), proxy.account()]).toEqual(['http://proxy.example:3128', null])
})

test('a window sets them and is not given the password back', async () => {
  const backend = await startBackend(hostIn(folder, { vaultKey: key }))
  const { program } = createRouterClient(backend.router)
  expect(await program.setPreferences({ proxy: 'http://bob:s3cret@p:1', lanes: 2 })).toMatchObject({
    proxy: 'http://p:1',
    lanes: 2,
  })
  expect(await program.proxyAccount()).toEqual({ user: 'bob', remembered: true })
  await backend.close()
  expect(onDisk()).not.toContain('s3cret')
})

test.skipIf(process.platform === 'win32')('preferences are the user’s alone, and are not written through a link', () => {
  const data = path.join(folder, 'data')
  mkdirSync(data)
  const theirs = path.join(folder, 'theirs')
  writeFileSync(theirs, 'not ours')
  for (const name of ['program.json.new', 'program.json']) symlinkSync(theirs, path.join(data, name))
  programFileIn(data).setPreferences({ lanes: 3 })
  expect(readFileSync(theirs, 'utf8')).toBe('not ours')
  const file = path.join(data, 'program.json')
  expect(statSync(file).mode & 0o077).toBe(0)
  chmodSync(file, 0o644)
  expect(programFileIn(data).preferences().lanes).toBe(3)
  expect(statSync(file).mode & 0o077).toBe(0)
  programFileIn(path.join(folder, 'fresh')).setPreferences({ lanes: 3 })
  expect(statSync(path.join(folder, 'fresh')).mode & 0o077).toBe(0)
})
