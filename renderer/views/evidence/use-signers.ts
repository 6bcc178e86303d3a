import { computed } from 'vue'
import type { Verification } from '../../../electron/contract/evidence.ts'
import { verdictOf, withSigner } from '../../../electron/contract/evidence-words.ts'
import { useKeys } from './use-keys.ts'

/** The verdict on a bundle and its checks, by the keys that are known now: one may be remembered while the verdict stands there. */
export function useSigners(bundle: () => Verification) {
  const { keys, ownerOf, nameOf } = useKeys()
  const signatures = computed(() =>
    bundle().signatures.map((one) => (keys.value === null || one.publicKey === null ? one : { ...one, owner: ownerOf(one.publicKey) })),
  )
  return {
    verdict: computed(() => verdictOf(bundle().holds, signatures.value)),
    checks: computed(() => withSigner(bundle().checks, signatures.value)),
    /** Names of the known keys whose signatures hold. */
    signers: computed(() => signatures.value.flatMap(({ holds, publicKey }) => (holds && publicKey ? (nameOf(publicKey) ?? []) : []))),
  }
}
