import { computed } from 'vue'
import type { Verification } from '../../../electron/contract/evidence.ts'
import { verdictOf, withSigner, type KeyOwner } from '../../../electron/contract/evidence-words.ts'
import { useKeys } from './use-keys.ts'

/** The verdict on a bundle and its checks, by the keys that are known now: one may be remembered while the verdict stands there. */
export function useSigners(bundle: () => Verification) {
  const { keys, isOwn, nameOf } = useKeys()
  const signatures = computed(() =>
    bundle().signatures.map((one) => ({ ...one, owner: keys.value ? ownerOf(one.publicKey) : one.owner })),
  )
  function ownerOf(publicKey: string | null): KeyOwner | null {
    if (publicKey === null) return null
    if (isOwn(publicKey)) return 'own'
    return nameOf(publicKey) === null ? 'unknown' : 'known'
  }
  return {
    verdict: computed(() => verdictOf(bundle().holds, signatures.value)),
    checks: computed(() => withSigner(bundle().checks, signatures.value)),
    /** Names of the known keys whose signatures hold. */
    signers: computed(() =>
      signatures.value.flatMap(({ holds, publicKey }) => (holds && publicKey ? (nameOf(publicKey) ?? []) : [])),
    ),
  }
}
