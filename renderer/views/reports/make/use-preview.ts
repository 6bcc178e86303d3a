import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../../electron/contract/common.ts'
import type { FormChoice } from '../../../../electron/contract/forms.ts'
import { askAgain, client, isAbort, toFailure } from '../../../client.ts'

/** Choices change in quick steps: the preview is made when they rest. */
const REST_MS = 400

/** The report that a choice makes; the last one stays until the next is there. */
export function usePreview(choice: () => FormChoice | null) {
  const pdf = shallowRef<Blob | null>(null)
  const hash = ref('')
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)
  /** The user ended it: the report on screen is an older one, or none. */
  const ended = ref(false)
  let asking: AbortController | null = null
  let waiting: ReturnType<typeof setTimeout> | undefined

  async function make(): Promise<void> {
    asking?.abort()
    const asked = choice()
    if (!asked) {
      busy.value = false
      return
    }
    const mine = new AbortController()
    asking = mine
    busy.value = true
    ended.value = false
    try {
      const answer = await askAgain(() => client.forms.preview(asked, { signal: mine.signal }))
      if (mine.signal.aborted) return
      pdf.value = answer.pdf
      hash.value = answer.hash
      failure.value = null
    } catch (error) {
      if (mine.signal.aborted || isAbort(error)) return
      const known = toFailure(error)
      // Ended where all long work is shown.
      if (known.code === 'CANCELLED') ended.value = true
      else {
        pdf.value = null
        failure.value = known
      }
    } finally {
      if (asking === mine) busy.value = false
    }
  }
  function end(): void {
    clearTimeout(waiting)
    asking?.abort()
    busy.value = false
    ended.value = true
  }

  watch(
    () => JSON.stringify(choice()),
    (_now, before) => {
      clearTimeout(waiting)
      busy.value = choice() !== null
      waiting = setTimeout(() => void make(), before === undefined ? 0 : REST_MS)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    clearTimeout(waiting)
    asking?.abort()
  })
  return { pdf, hash, failure, busy, ended, make, end }
}
