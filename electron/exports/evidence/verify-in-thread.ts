import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { inThread, OutOfMemory } from '../../book/thread.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { verdictOf, withSigner } from '../../contract/evidence-words.ts'
import type { Verified, VerifyOptions } from './verify.ts'

/** What the thread is asked. */
export interface VerifyAsked {
  file: string
  /** Of one's own, to unpack into. */
  folder: string
  version: string
}

/** What it answers. */
export interface InThread extends Pick<Verified, 'verification' | 'choice'> {
  /** Where the files of the bag lie, by their paths in it. */
  places: Map<string, string | null>
}

/** Of JavaScript's memory. Verifying takes less than half of it, whatever is in a bundle. */
const HEAP_MB = 320
/** It looks at the signal every few ms; only a single statement of SQLite takes longer. */
const END_MS = 1000

/**
 * Verifies a bundle in a thread of its own, so that a bundle which was made to do so neither ends this program nor holds it
 * up. What was unpacked is removed where that fails, also where the thread crashed.
 * @throws as `verifyBundle`; CANCELLED; BUNDLE_TOO_LARGE where it takes more memory than any bundle needs.
 */
export async function verifyInThread(
  file: string,
  { version, ownerOf = () => 'unknown', signal, onProgress }: Omit<VerifyOptions, 'folder'>,
): Promise<Verified> {
  const folder = temporaryFolder('verify')
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const job = { folder: import.meta.dirname, built: 'evidence.js', name: 'evidence', heapMb: HEAP_MB, endMs: END_MS }
    const asked: VerifyAsked = { file, folder, version }
    const { verification, choice, places } = await inThread<InThread>({ ...job, asked }, { signal, tell: onProgress })
    // Who is known is asked here: the thread has no vault.
    const signatures = verification.signatures.map((one) =>
      one.publicKey === null ? one : { ...one, owner: ownerOf(one.publicKey) },
    )
    return {
      verification: {
        ...verification,
        signatures,
        verdict: verdictOf(verification.holds, signatures),
        checks: withSigner(verification.checks, signatures),
      },
      choice,
      fileOf: (path) => places.get(path) ?? null,
      folder,
      close,
    }
  } catch (error) {
    await close()
    if (error instanceof OutOfMemory) throw new MeterbookError('BUNDLE_TOO_LARGE', { file }, { cause: error })
    throw error
  }
}
