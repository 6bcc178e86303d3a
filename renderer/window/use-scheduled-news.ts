import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { client } from '../client.ts'
import { useBook } from '../stores/book.ts'
import { useNotices } from '../stores/notices.ts'

/** Tells at the start of the window of runs that failed while nobody looked: why, and what to do. */
export function useScheduledNews(): void {
  const [book, notices] = [useBook(), useNotices()]
  const router = useRouter()

  async function tell(): Promise<void> {
    for (const { book: file, run } of await client.schedule.untold()) {
      const failure = run.failure ?? { code: 'UNKNOWN', data: {} }
      const look = () => void router.push({ name: 'preferences', hash: '#schedule' })
      notices.add({ kind: 'scheduled', book: file, atMs: run.beganMs, failure, look })
    }
  }
  const stop = watch(
    () => book.ready,
    (isReady) => {
      if (!isReady) return
      queueMicrotask(() => stop())
      // What cannot be asked now is asked at the next start.
      void tell().catch(() => undefined)
    },
    { immediate: true },
  )
}
