import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../electron/contract/common.ts'
import type { Plan, Progress } from '../../electron/contract/downloads.ts'
import { client, follow, toFailure } from '../client.ts'

const ACTIVE: readonly Progress['state'][] = ['running', 'pausing', 'paused', 'waiting-for-network', 'waiting-for-sign-in']

/** After so long without a new page a run is shown as stuck: pages come within seconds. */
const QUIET_MS = 10_000

/** The progress of the download queue, and its commands. */
export const useDownloads = defineStore('downloads', () => {
  const progress = shallowRef<Progress | null>(null)
  /** Why the last command was refused; shown on the downloads screen and in the status bar. */
  const failure = ref<Failure | null>(null)

  const active = computed(() => progress.value !== null && ACTIVE.includes(progress.value.state))
  const running = computed(() => progress.value?.state === 'running')
  /** Finished tasks. Cancelled ones count in a run that goes on, but not in one that was cancelled as a whole. */
  const over = computed(() => {
    const now = progress.value
    return now ? now.tasks.done + now.tasks.failed + (now.state === 'cancelled' ? 0 : now.tasks.cancelled) : 0
  })
  /** The share of finished tasks, 0 to 1. */
  const ratio = computed(() => (progress.value?.tasks.total ? over.value / progress.value.tasks.total : 0))

  /** How long a running download has stored nothing, ms; 0 while it makes progress. The service fails or is slow, and is asked again. */
  const quietMs = ref(0)
  const brought = computed(() => {
    const now = progress.value
    return now?.state === 'running' ? `${now.runId} ${now.pages} ${now.tasks.done} ${now.tasks.failed}` : null
  })
  let broughtMs = performance.now()
  watch(brought, () => {
    broughtMs = performance.now()
    quietMs.value = 0
  })
  const clock = setInterval(() => {
    const quiet = brought.value === null ? 0 : performance.now() - broughtMs
    quietMs.value = quiet < QUIET_MS ? 0 : quiet
  }, 1000)
  onScopeDispose(() => clearInterval(clock))

  async function command(work: () => Promise<Progress>): Promise<boolean> {
    failure.value = null
    try {
      progress.value = await work()
      return true
    } catch (error) {
      failure.value = toFailure(error)
      return false
    }
  }

  const start = (plan: Plan) => command(() => client.downloads.start(plan))
  const fetchGaps = (stations: 'all' | number[]) => command(() => client.downloads.fetchGaps({ stations }))
  const pause = () => command(() => client.downloads.pause())
  const resume = () => command(() => client.downloads.resume())
  const cancel = () => command(() => client.downloads.cancel())
  const retry = (taskIds?: number[]) => command(() => client.downloads.retry({ taskIds }))
  const reorder = (taskIds: number[], to: 'front' | 'back') => command(() => client.downloads.reorder({ taskIds, to }))
  const cancelTasks = (taskIds: number[]) => command(() => client.downloads.cancelTasks({ taskIds }))

  follow(
    (signal) => client.downloads.watch(undefined, { signal }),
    (next) => (progress.value = next),
  )

  return {
    progress,
    failure,
    active,
    running,
    over,
    ratio,
    quietMs,
    start,
    fetchGaps,
    pause,
    resume,
    cancel,
    retry,
    reorder,
    cancelTasks,
  }
})
