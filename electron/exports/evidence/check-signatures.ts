import type { BundleSignature } from '../../contract/evidence.ts'
import { keyOwner, type KeysOfOne } from '../../contract/evidence-words.ts'
import { ALLOWED_SIGNERS, BAG_INFO, INFO, SIGNATURE, TAG_MANIFEST } from './bag.ts'
import { isSignature, textOf, type ReadBag } from './bag-read.ts'
import type { ChangeList } from './changes.ts'
import { READMES, saysSigned } from './readme.ts'
import { allowedSigner, checkSignature, fingerprint, OtherKindOfKey, SignatureError } from './sshsig.ts'

/**
 * Checks the bag's own signature and those that others put beside it; and names a signature that the bag speaks of and does
 * not have, or has and does not speak of.
 */
export async function checkSignatures({ files, info }: ReadBag, keys: KeysOfOne, list: ChangeList): Promise<BundleSignature[]> {
  const message = await textOf(files, TAG_MANIFEST)
  const signatures: BundleSignature[] = []
  for (const file of [...files.keys()].filter(isSignature)) {
    try {
      const { publicKey, holds } = checkSignature(Buffer.from(message ?? ''), (await textOf(files, file)) ?? '')
      const print = fingerprint(publicKey)
      signatures.push({ file, holds, publicKey, fingerprint: print, owner: keyOwner(publicKey, keys) })
      if (!holds) list.add('signature-broken', file, { found: print })
      if (file === SIGNATURE) await checkSigner(publicKey, print)
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error
      // A party signs with whatever key it has; the bag's own signature is of the one kind that this program makes.
      if (error instanceof OtherKindOfKey && file !== SIGNATURE) {
        signatures.push({ file, holds: null, publicKey: null, fingerprint: error.fingerprint, owner: null })
        continue
      }
      signatures.push({ file, holds: false, publicKey: null, fingerprint: null, owner: null })
      list.add('signature-broken', file, { fault: error.fault })
    }
  }
  if (!files.has(SIGNATURE)) await checkAbsence()

  /** The bag says who signed it: another key's signature was put in its place. */
  async function checkSigner(publicKey: string, print: string): Promise<void> {
    const stated = info.get(INFO.signedBy) ?? null
    const allowed = await textOf(files, ALLOWED_SIGNERS)
    if (stated === null) list.add('signature-unstated', SIGNATURE, { field: INFO.signedBy, found: print })
    else if (stated !== print) list.add('signature-other', SIGNATURE, { expected: stated, found: print })
    if (allowed === null) {
      if (!list.has(ALLOWED_SIGNERS)) list.add('file-missing', ALLOWED_SIGNERS)
    } else if (allowed !== `${allowedSigner(publicKey)}\n`)
      list.add('signature-other', ALLOWED_SIGNERS, { expected: allowedSigner(publicKey), found: allowed.trim() })
  }

  /** Each file that is there only where a signature was made, or speaks of one. */
  async function checkAbsence(): Promise<void> {
    const stated = info.get(INFO.signedBy)
    if (stated !== undefined) return missing(BAG_INFO, stated)
    const allowed = await textOf(files, ALLOWED_SIGNERS)
    if (allowed !== null || list.has(ALLOWED_SIGNERS)) return missing(ALLOWED_SIGNERS, allowed?.trim() ?? '')
    for (const readme of READMES) if (saysSigned((await textOf(files, readme)) ?? '')) return missing(readme, '')
  }
  function missing(witness: string, said: string): void {
    list.add('signature-missing', SIGNATURE, { expected: said === '' ? witness : `${witness}: ${said}` })
  }

  return signatures
}
