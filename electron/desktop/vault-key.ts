import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { safeStorage } from 'electron'
import { makeDataFolder } from '../backend/data-folder.ts'

/**
 * The vault's 32 bytes, wrapped by the OS's secret store (Keychain, DPAPI, libsecret, KWallet). Null where the OS would
 * keep them as plain text: then nothing is remembered. A key that can no longer be unwrapped is replaced; the vault
 * that it locked is then set aside and the user is told.
 */
export function vaultKey(dataFolder: string): Uint8Array | null {
  if (!safeStorage.isEncryptionAvailable()) return null
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return null
  const file = path.join(dataFolder, 'desktop.key')
  try {
    const key = Buffer.from(safeStorage.decryptString(readFileSync(file)), 'base64')
    if (key.length === 32) return key
  } catch {
    // Missing, or wrapped by another user or machine.
  }
  const key = randomBytes(32)
  makeDataFolder(dataFolder)
  writeFileSync(file, safeStorage.encryptString(key.toString('base64')), { mode: 0o600, flush: true })
  return key
}
