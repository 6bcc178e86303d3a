import { serveOwner } from '../../book/threads/serve.ts'
import type { AtWork } from '../../book/threads/messages.ts'
import type { InThread, VerifyAsked } from './verify-in-thread.ts'
import { verifyBundle } from './verify.ts'

/** Bundles are verified in a thread of their own: what somebody else made must not end the program, nor hold it up. */
const questions = {
  async verify({ file, folder, version, keys }: VerifyAsked, { signal, tell }: AtWork): Promise<InThread> {
    const asked = { version, keys, folder, signal, onProgress: tell }
    const { verification, choice, fileOf } = await verifyBundle(file, asked)
    return { verification, choice, places: new Map(verification.files.map(({ path }) => [path, fileOf(path)])) }
  },
}
export type EvidenceQuestions = typeof questions

serveOwner(questions)
