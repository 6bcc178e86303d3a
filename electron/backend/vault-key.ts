import { createHash, scryptSync } from 'node:crypto'
import path from 'node:path'
import type { KEY_PLACES } from '../contract/program.ts'
import type { Keyring } from './keyring.ts'
import { readsVault } from './vault-look.ts'

/** Fixed: the key must come out the same at every start, and a salt beside the vault would protect no better. */
const SALT = 'meterbook vault'

/**
 * Where the vault's key lies: in METERBOOK_VAULT_KEY, in the operating system's keyring, where every host finds it, or wrapped by
 * it in `desktop.key`, which the desktop's shell alone can open.
 */
export type KeyPlace = (typeof KEY_PLACES)[number]

/** The key that opens the vault, and what else may open a vault of an earlier version. */
export interface VaultKey {
  key: Uint8Array
  place: KeyPlace
  /** Other keys of this user, for vaults that they have written. */
  others: Uint8Array[]
}

/**
 * The 32 bytes that encrypt the vault, from METERBOOK_VAULT_KEY: 64 hex digits, base64 of 32 bytes, or any other text
 * as a passphrase (scrypt, about 50 ms). Null when it is not set.
 */
export function vaultKeyFrom(text: string | undefined): Uint8Array | null {
  const given = text?.trim()
  if (!given) return null
  if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(given)) return Buffer.from(given, 'base64url')
  return scryptSync(given, SALT, 32, { N: 1 << 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })
}

/** Under which the keyring has the key of a data folder: each folder has a vault of its own. */
export const keyringNameOf = (dataFolder: string): string =>
  `vault ${createHash('sha256').update(path.resolve(dataFolder)).digest('hex').slice(0, 16)}`

/** The key as the keyring keeps it; null where it has none, holds something else, or cannot be asked. */
export async function keyInKeyring(keyring: Keyring | null, dataFolder: string): Promise<Uint8Array | null> {
  try {
    const kept = (await keyring?.get(keyringNameOf(dataFolder))) ?? ''
    return /^[0-9a-f]{64}$/.test(kept) ? Buffer.from(kept, 'hex') : null
  } catch {
    return null
  }
}

/** Puts the key where the command line finds it. False where the keyring does not keep it. */
export async function putInKeyring(keyring: Keyring | null, dataFolder: string, key: Uint8Array): Promise<boolean> {
  try {
    await keyring?.set(keyringNameOf(dataFolder), Buffer.from(key).toString('hex'))
    return keyring !== null
  } catch {
    return false
  }
}

/**
 * Of the keys that were found, in their order, the first that opens the vault; the first of all where none does or there is
 * no vault yet. Null: there is no key.
 */
export function fittingKey(dataFolder: string, found: readonly { key: Uint8Array | null; place: KeyPlace }[]): VaultKey | null {
  const keys = found.flatMap(({ key, place }) => (key ? [{ key, place }] : []))
  const best = keys.find(({ key }) => readsVault(dataFolder, key)) ?? keys[0]
  return best ? { ...best, others: keys.filter((one) => one !== best).map(({ key }) => key) } : null
}

/** The key for a host that is no desktop: from METERBOOK_VAULT_KEY, else from the keyring, where the desktop has put it. */
export async function findVaultKey(dataFolder: string, env: NodeJS.ProcessEnv, keyring: Keyring | null): Promise<VaultKey | null> {
  return fittingKey(dataFolder, [
    { key: vaultKeyFrom(env['METERBOOK_VAULT_KEY']), place: 'environment' },
    { key: await keyInKeyring(keyring, dataFolder), place: 'keyring' },
  ])
}
