import type { AtWork } from '../../book/threads/messages.ts'
import type { KeysOfOne } from '../../contract/evidence-words.ts'
import { verifyBundle, type Verified } from './verify.ts'

/** What the thread that verifies is asked. */
export interface VerifyAsked {
  file: string
  /** A folder of the caller's own, to unpack into. */
  folder: string
  version: string
  keys: KeysOfOne
}

/** What it answers. */
interface InThread extends Pick<Verified, 'verification' | 'choice'> {
  /** Where the files of the bag lie, by their paths in it. */
  places: Map<string, string | null>
}

export const questions = {
  async verify({ file, folder, version, keys }: VerifyAsked, { signal, tell }: AtWork): Promise<InThread> {
    const asked = { version, keys, folder, signal, onProgress: tell }
    const { verification, choice, fileOf } = await verifyBundle(file, asked)
    return { verification, choice, places: new Map(verification.files.map(({ path }) => [path, fileOf(path)])) }
  },
}
export type EvidenceQuestions = typeof questions
