import { scryptSync } from 'node:crypto'

/** Fixed: the key must come out the same at every start, and a salt beside the vault would protect no better. */
const SALT = 'meterbook vault'

/**
 * The 32 bytes that encrypt the vault, from METERBOOK_VAULT_KEY: 64 hex digits, base64 of 32 bytes, or any other text
 * as a passphrase (scrypt, about 50 ms). Null when it is not set: nothing is remembered on disk.
 */
export function vaultKeyFrom(text: string | undefined): Uint8Array | null {
  const given = text?.trim()
  if (!given) return null
  if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(given)) return Buffer.from(given, 'base64url')
  return scryptSync(given, SALT, 32, { N: 1 << 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })
}
