import { shallowRef } from 'vue'
import type { EvidenceKeys } from '../../../electron/contract/evidence.ts'
import { keyOwner, NO_KEYS, type KeyOwner } from '../../../electron/contract/evidence-words.ts'
import { client } from '../../client.ts'
import { useNotices } from '../../stores/notices.ts'

/** The keys are the program's: one copy for all parts of the screen, which stays until the next answer is there. */
const keys = shallowRef<EvidenceKeys | null>(null)
/** They were asked for just now, by another part that is mounted in the same moment. */
let isAsked = false

/** One's own key and those that are known. */
export function useKeys() {
  const notices = useNotices()
  async function take(answer: Promise<EvidenceKeys>): Promise<void> {
    await notices.attempt(async () => (keys.value = await answer))
  }
  // Asked anew by what is mounted later: a key is also made by a report that is signed, by another window, on the command line.
  if (!isAsked) {
    isAsked = true
    queueMicrotask(() => (isAsked = false))
    void take(client.evidence.keys())
  }
  return {
    keys,
    ownerOf: (publicKey: string): KeyOwner => keyOwner(publicKey, keys.value ?? NO_KEYS),
    nameOf: (publicKey: string): string | null => keys.value?.known.find((one) => one.publicKey === publicKey)?.name ?? null,
    make: () => take(client.evidence.makeKey()),
    /** An empty name forgets the key. */
    know: (publicKey: string, name: string) => take(client.evidence.know({ publicKey, name })),
  }
}
