import type { EvidenceKeys } from '../contract/evidence.ts'
import { allowedSigner, fingerprint, makeKey, publicLine } from '../exports/evidence/sshsig.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { ProgramFile } from './program-file.ts'
import type { Vault, VaultAccount } from './vault.ts'

/** Under which the vault keeps the key that bundles are signed with: no service has such an address. */
const ENTRY: VaultAccount = { url: 'evidence', email: 'signing-key' }

/** The private key, for signing and nothing else; null where none was made. */
export const signingKey = (vault: Pick<Vault, 'password'>): string | null => vault.password(ENTRY)

/** Makes the key where there is none. It goes into the vault; without one it lives until the program ends. */
export function madeSigningKey(vault: Vault): string {
  const there = signingKey(vault)
  if (there !== null) return there
  const key = makeKey()
  vault.setPassword(ENTRY, key)
  return key
}

/**
 * The key, made where there is none, for a program that ends at once: one that is gone then would sign what nobody can tell
 * from a stranger's.
 * @throws NO_SIGNING_KEY without a vault; VAULT_UNAVAILABLE where it could not be read or does not keep a new key.
 */
export function keptSigningKey(vault: Vault): string {
  const refuse = () => (vault.failure ? new MeterbookError('VAULT_UNAVAILABLE', vault.failure.data) : new MeterbookError('NO_SIGNING_KEY'))
  const there = signingKey(vault)
  if (there !== null) return there
  // A vault that could not be read, as with a wrong METERBOOK_VAULT_KEY, may hold the key that bundles were signed with.
  if (!vault.remembers || vault.failure !== null) throw refuse()
  const key = madeSigningKey(vault)
  // The disk may have been full just now.
  if (!vault.remembers) throw refuse()
  return key
}

/** One's own key, and those of others that were said to be known. */
export function evidenceKeys(vault: Vault, file: ProgramFile): EvidenceKeys {
  const key = signingKey(vault)
  const publicKey = key === null ? null : publicLine(key)
  return {
    publicKey,
    fingerprint: publicKey && fingerprint(publicKey),
    allowedSigner: publicKey && allowedSigner(publicKey),
    remembered: vault.remembers,
    known: file.knownKeys().map((one) => ({ ...one, fingerprint: fingerprint(one.publicKey) })),
  }
}

/** From now on the key counts as known under this name; '' forgets it. @throws SignatureError where it is no key. */
export function knowKey(file: ProgramFile, publicKey: string, name: string): void {
  const line = publicKey.trim().split(/\s+/).slice(0, 2).join(' ')
  fingerprint(line)
  const others = file.knownKeys().filter((one) => one.publicKey !== line)
  file.setKnownKeys(name.trim() === '' ? others : [...others, { publicKey: line, name: name.trim() }])
}
