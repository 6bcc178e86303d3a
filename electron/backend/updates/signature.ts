import type { Fault } from '../../contract/evidence-words.ts'
import type { UpdateFault } from '../../contract/update-words.ts'
import { checkSignature, fingerprint, SignatureError } from '../../exports/evidence/sshsig.ts'
import { NAMESPACE } from './manifest.ts'
import { refused } from './refused.ts'
import type { ReleaseKey } from './release.ts'

const FAULT: Partial<Record<Fault, UpdateFault>> = {
  'no-signature': 'no-signature',
  'cut-off': 'cut-signature',
  'other-purpose': 'other-purpose',
  'other-kind-of-key': 'other-kind-of-key',
  'other-hash': 'other-hash',
}

/**
 * That a manifest was signed by a key that this program was built with and that is still good.
 * @throws MeterbookError UPDATE_REFUSED
 */
export function assertSigned(manifest: Uint8Array, signature: Uint8Array, keys: readonly ReleaseKey[]): void {
  const { publicKey, holds } = checked(manifest, Buffer.from(signature).toString('latin1'))
  const key = keys.find((known) => known.publicKey === publicKey)
  // Whose it is comes first: that a stranger's signature holds says nothing.
  if (!key) throw refused('other-key', fingerprint(publicKey))
  if (key.revoked) throw refused('revoked-key', fingerprint(publicKey))
  if (!holds) throw refused('broken-signature')
}

function checked(message: Uint8Array, armoured: string): ReturnType<typeof checkSignature> {
  try {
    return checkSignature(message, armoured, NAMESPACE)
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    throw refused(FAULT[error.fault] ?? 'no-signature', '', error)
  }
}
