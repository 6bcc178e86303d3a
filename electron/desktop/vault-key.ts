import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { safeStorage } from 'electron'
import { makeDataFolder } from '../backend/data-folder.ts'
import { systemKeyring } from '../backend/keyring.ts'
import { fittingKey, keyInKeyring, putInKeyring, vaultKeyFrom, type VaultKey } from '../backend/vault-key.ts'

/**
 * The vault's key for the desktop: METERBOOK_VAULT_KEY (`given`), the keyring's, or the one in `desktop.key`, wrapped by the OS's
 * secret store (Keychain, DPAPI, libsecret, KWallet); a new one where none of these is there. What is wrapped is put into the
 * keyring as well, so that the command line finds it. Null where the OS would keep it as plain text and there is no keyring:
 * then nothing is remembered.
 */
export async function vaultKey(dataFolder: string, given: string | undefined): Promise<VaultKey | null> {
  const keyring = systemKeyring()
  const file = path.join(dataFolder, 'desktop.key')
  const kept = await keyInKeyring(keyring, dataFolder)
  const wrapped = unwrapped(file)
  const found = fittingKey(dataFolder, [
    { key: vaultKeyFrom(given), place: 'environment' },
    { key: kept, place: 'keyring' },
    { key: wrapped, place: 'shell' },
  ])
  if (found?.place === 'environment') return found
  const key = found?.key ?? randomBytes(32)
  const others = found?.others ?? []
  // Also where the keyring has it: a keyring that is locked at some later start must not cost the vault.
  const isWrapped = wrapped !== null || wrap(file, key)
  // One that fits the vault goes before another that the keyring has.
  if (found?.place === 'keyring' || (await putInKeyring(keyring, dataFolder, key))) return { key, place: 'keyring', others }
  return isWrapped ? { key, place: 'shell', others } : null
}

const canWrap = (): boolean =>
  safeStorage.isEncryptionAvailable() && !(process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')

/** Null where it is missing, or wrapped by another user or machine: the vault that it locked is then set aside and the user is told. */
function unwrapped(file: string): Uint8Array | null {
  try {
    if (!existsSync(file) || !canWrap()) return null
    const key = Buffer.from(safeStorage.decryptString(readFileSync(file)), 'base64')
    return key.length === 32 ? key : null
  } catch {
    return null
  }
}

function wrap(file: string, key: Uint8Array): boolean {
  if (!canWrap()) return false
  makeDataFolder(path.dirname(file))
  writeFileSync(file, safeStorage.encryptString(Buffer.from(key).toString('base64')), { mode: 0o600, flush: true })
  return true
}
