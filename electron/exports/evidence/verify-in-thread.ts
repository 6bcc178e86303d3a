import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { inThread } from '../../book/threads/thread.ts'
import { NO_KEYS, type KeysOfOne } from '../../contract/evidence-words.ts'
import type { EvidenceQuestions, VerifyAsked } from './questions.ts'
import type { Verified, VerifyOptions } from './verify.ts'

const PROGRAM = { folder: import.meta.dirname, built: 'evidence.cjs', name: 'evidence' }
/** It looks at the signal every few ms; only a single statement of SQLite takes longer. */
const END_MS = 1000

/**
 * Verifies a bundle in a thread of its own, so that a bundle which was made to do so does not hold this program up; that it
 * takes little memory is the work of the bounds in `verifyBundle`. What was unpacked is removed where that fails.
 * @throws as `verifyBundle`; CANCELLED.
 */
export async function verifyInThread(
  file: string,
  { version, keys = NO_KEYS, signal, onProgress }: Omit<VerifyOptions, 'folder'>,
): Promise<Verified> {
  const folder = temporaryFolder('verify')
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const asked: VerifyAsked = { file, folder, version, keys: publicOnly(keys) }
    const options = { signal, tell: onProgress, endMs: END_MS }
    const { verification, choice, places } = await inThread<EvidenceQuestions, 'verify'>(PROGRAM, 'verify', asked, options)
    return { verification, choice, fileOf: (path) => places.get(path) ?? null, folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whoever asks may hold more of the keys than these: a thread that reads what a stranger made is given nothing else. */
const publicOnly = ({ publicKey, known }: KeysOfOne): KeysOfOne => ({
  publicKey,
  known: known.map((one) => ({ publicKey: one.publicKey })),
})
