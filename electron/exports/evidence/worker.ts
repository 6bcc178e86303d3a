import { workInThread } from '../../book/thread-work.ts'
import type { InThread, VerifyAsked } from './verify-in-thread.ts'
import { verifyBundle } from './verify.ts'

/** Bundles are verified in a thread of their own: what somebody else made must not end the program, nor hold it up. */
workInThread<VerifyAsked>(async ({ file, folder, version, keys }, { signal, tell }): Promise<InThread> => {
  const { verification, choice, fileOf } = await verifyBundle(file, { version, keys, folder, signal, onProgress: tell })
  return { verification, choice, places: new Map(verification.files.map(({ path }) => [path, fileOf(path)])) }
})
