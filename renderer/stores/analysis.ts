import { defineStore } from 'pinia'
import { computed, onScopeDispose, watch } from 'vue'
import { client } from '../client.ts'
import { useQuestion } from './question.ts'

/** While the data are being judged, it is asked how far that is, ms. */
const WATCH_MS = 1500

/** How far the analysis of the book is. */
export const useAnalysis = defineStore('analysis', () => {
  const { data, failure, busy, reload } = useQuestion((signal) => client.findings.analysis(undefined, { signal }), {
    topics: ['book', 'findings'],
    everyMs: WATCH_MS,
  })
  const running = computed(() => data.value?.running ?? false)
  let timer: ReturnType<typeof setInterval> | undefined
  watch(running, (now) => {
    clearInterval(timer)
    // A question that is asked again is cancelled: answers that take longer than a look would never come.
    if (now) timer = setInterval(() => busy.value || void reload(), WATCH_MS)
  })
  onScopeDispose(() => clearInterval(timer))

  /** Judges what is older than its data; with `all` everything. It goes on in the background. */
  async function judge(all = false): Promise<void> {
    data.value = await client.findings.judge({ all })
  }
  return { state: data, running, failure, judge, reload }
})
