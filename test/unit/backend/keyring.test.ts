import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemKeyring, type Keyring } from '../../../electron/backend/keyring.ts'
import { findVaultKey, fittingKey, keyInKeyring, keyringNameOf, putInKeyring } from '../../../electron/backend/vault-key.ts'
import { openVault } from '../../../electron/backend/vault.ts'
import { vaultFileOf } from '../../../electron/backend/vault-look.ts'

/** The vault's key in a keyring: a stand-in everywhere, and the system's own where METERBOOK_TEST_KEYRING=1 says that it may be used. */
const isReal = process.env['METERBOOK_TEST_KEYRING'] === '1'
if (!isReal) console.warn("SKIPPED: the system's own keyring (METERBOOK_TEST_KEYRING=1 uses it, and leaves one entry in it).")

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'keyring-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function standIn(): Keyring & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    get: (name) => Promise.resolve(kept.get(name) ?? null),
    set: (name, secret) => Promise.resolve(void kept.set(name, secret)),
  }
}
const broken: Keyring = { get: () => Promise.reject(new Error('locked')), set: () => Promise.reject(new Error('locked')) }

test('a key that was put there is found again, by its data folder alone', async () => {
  const keyring = standIn()
  const key = randomBytes(32)
  expect(await putInKeyring(keyring, folder, key)).toBe(true)
  expect(await findVaultKey(folder, {}, keyring)).toEqual({ key, place: 'keyring', others: [] })
  expect(await findVaultKey(`${folder}-other`, {}, keyring)).toBeNull()
  expect([...keyring.kept.keys()]).toEqual([keyringNameOf(folder)])
})

test('a keyring that is locked, holds something else or is not there is no key, and no error', async () => {
  expect([await findVaultKey(folder, {}, broken), await findVaultKey(folder, {}, null)]).toEqual([null, null])
  expect([await putInKeyring(broken, folder, randomBytes(32)), await putInKeyring(null, folder, randomBytes(32))]).toEqual([false, false])
  const other = standIn()
  other.kept.set(keyringNameOf(folder), 'what somebody else has put there')
  expect(await keyInKeyring(other, folder)).toBeNull()
})

test('METERBOOK_VAULT_KEY goes before the keyring, but the key that opens the vault before both', async () => {
  const keyring = standIn()
  const [given, kept] = [randomBytes(32), randomBytes(32)]
  await putInKeyring(keyring, folder, kept)
  const env = { METERBOOK_VAULT_KEY: given.toString('hex') }
  expect(await findVaultKey(folder, env, keyring)).toEqual({ key: given, place: 'environment', others: [kept] })
  const vault = openVault({ file: vaultFileOf(folder), key: kept, owner: 'test' })
  vault.setPassword({ url: 'https://m.example', email: 'a@example.org' }, 'secret')
  vault.close()
  expect(await findVaultKey(folder, env, keyring)).toEqual({ key: kept, place: 'keyring', others: [given] })
  expect(fittingKey(folder, [{ key: null, place: 'shell' }])).toBeNull()
})

test('METERBOOK_KEYRING=off asks no keyring', () => expect(systemKeyring({ METERBOOK_KEYRING: 'off' })).toBeNull())

test('on Linux without a bus there is no keyring, at once: never the one of the kernel, which a restart empties', (context) => {
  if (process.platform !== 'linux') return context.skip('Linux only')
  // In a process of its own: the native module keeps its first connection.
  const module = new URL('../../../electron/backend/keyring.ts', import.meta.url).href
  const script = `import { systemKeyring } from ${JSON.stringify(module)}; console.log(systemKeyring({}))`
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/none` }
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' })
  expect(stdout).toBe('null\n')
})

test.skipIf(!isReal)("the system's own keyring keeps a key and gives it back", async () => {
  const keyring = systemKeyring({})
  const key = randomBytes(32)
  expect(await keyInKeyring(keyring, folder)).toBeNull()
  expect(await putInKeyring(keyring, folder, key)).toBe(true)
  expect(await findVaultKey(folder, {}, systemKeyring({}))).toEqual({ key, place: 'keyring', others: [] })
})
