import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '../../../electron/contract/common.ts'
import type { OpenBundle } from '../../../electron/contract/evidence.ts'
import { client, isAbort, toFailure } from '../../client.ts'

/** The bundle that was verified last: it stays while another part of the window is looked at. */
const found = shallowRef<OpenBundle | null>(null)

/** Verifies bundles, one at a time. */
export function useBundle() {
  const failure = shallowRef<Failure | null>(null)
  /** The file that is being verified. */
  const verifying = ref<string | null>(null)
  let asking: AbortController | null = null

  async function verify(what: { file: string } | { name: string; blob: Blob }): Promise<void> {
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    verifying.value = 'file' in what ? what.file : what.name
    failure.value = null
    try {
      found.value = await client.evidence.verify(what, { signal: mine.signal })
    } catch (error) {
      if (mine.signal.aborted || isAbort(error)) return
      found.value = null
      failure.value = toFailure(error)
    } finally {
      if (asking === mine) verifying.value = null
    }
  }
  function end(): void {
    asking?.abort()
    verifying.value = null
  }
  onScopeDispose(end)
  return { found, failure, verifying, verify, end }
}
